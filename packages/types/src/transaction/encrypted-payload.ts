import { bytes, type Codec, enumeration, fixedBytes, option, string, struct, u64, uleb128 } from "@ledger/bcs";
import { HashValue } from "../hash-value.ts";
import { ModuleId } from "../module-id.ts";
import { TransactionExecutable } from "./executable.ts";
import { TransactionExtraConfig } from "./extra-config.ts";

/** The encrypted part of an encrypted payload, as its sender made it. */
export interface Ciphertext {
  readonly vk: Uint8Array;
  readonly id: Uint8Array;
  /** Three compressed G2 points. */
  readonly ctG2: Uint8Array;
  /** 16 bytes. */
  readonly paddedKey: Uint8Array;
  /** 12 bytes. */
  readonly nonce: Uint8Array;
  readonly ctBody: Uint8Array;
  readonly associatedData: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** BCS of a ciphertext. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.3 | Specification, chain types 3.3} */
export const Ciphertext: Codec<Ciphertext> = struct("Ciphertext", {
  vk: bytes,
  id: bytes,
  ctG2: bytes,
  paddedKey: fixedBytes(16),
  nonce: fixedBytes(12),
  ctBody: bytes,
  associatedData: bytes,
  signature: fixedBytes(64),
});

/** The function that a sender claims, in the open, to call in the encrypted payload. */
export interface ClaimedEntryFunction {
  readonly module: ModuleId;
  readonly function: string | undefined;
}

/** An encrypted payload as it was submitted. */
export interface SubmittedEncryptedPayload {
  readonly ciphertext: Ciphertext;
  readonly extraConfig: TransactionExtraConfig;
  /** Hash of the {@link DecryptedPlaintext}. */
  readonly payloadHash: HashValue;
  readonly encryptionEpoch: bigint;
  readonly claimedEntryFunction: ClaimedEntryFunction | undefined;
}

/** BCS of an encrypted payload as it was submitted. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.3 | Specification, chain types 3.3} */
export const SubmittedEncryptedPayload: Codec<SubmittedEncryptedPayload> = struct("SubmittedEncryptedPayload", {
  ciphertext: Ciphertext,
  extraConfig: TransactionExtraConfig,
  payloadHash: HashValue,
  encryptionEpoch: u64,
  claimedEntryFunction: option(struct("ClaimedEntryFunction", { module: ModuleId, function: option(string) })),
});

/** The encrypted content. */
export interface DecryptedPlaintext {
  readonly executable: TransactionExecutable;
  /** 16 bytes. */
  readonly decryptionNonce: Uint8Array;
}

/** BCS of a decrypted plaintext. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.3 | Specification, chain types 3.3} */
export const DecryptedPlaintext: Codec<DecryptedPlaintext> = struct("DecryptedPlaintext", {
  executable: TransactionExecutable,
  decryptionNonce: fixedBytes(16),
});

/** Known reasons of a failed decryption, by their index. The chain's list grows. */
export const decryptionFailureReasons = [
  "CryptoFailure",
  "BatchLimitReached",
  "ConfigUnavailable",
  "DecryptionKeyUnavailable",
  "ClaimedEntryFunctionMismatch",
  "PayloadHashMismatch",
  "EpochMismatch",
  "EpochEndRetry",
  "TrustedSetupExhausted",
  "ExecuteBlockLimitReached",
] as const;

/** A payload that only the validators could read before it was ordered. Committed transactions hold the second or third form. */
export type EncryptedPayload =
  | { readonly kind: "Encrypted"; readonly value: SubmittedEncryptedPayload }
  | {
      readonly kind: "FailedDecryption";
      readonly value: {
        readonly original: SubmittedEncryptedPayload;
        readonly evalProof: Uint8Array | undefined;
        /** Index into {@link decryptionFailureReasons}, or one that is newer than the list. */
        readonly reason: number;
      };
    }
  | {
      readonly kind: "Decrypted";
      readonly value: {
        readonly original: SubmittedEncryptedPayload;
        readonly evalProof: Uint8Array;
        readonly decrypted: DecryptedPlaintext;
      };
    };

/** BCS of an encrypted payload. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.3 | Specification, chain types 3.3} */
export const EncryptedPayload: Codec<EncryptedPayload> = enumeration("EncryptedPayload", {
  Encrypted: SubmittedEncryptedPayload,
  FailedDecryption: struct("FailedDecryption", {
    original: SubmittedEncryptedPayload,
    evalProof: option(bytes),
    reason: uleb128,
  }),
  Decrypted: struct("Decrypted", {
    original: SubmittedEncryptedPayload,
    evalProof: bytes,
    decrypted: DecryptedPlaintext,
  }),
});

/** The payload as it was submitted, whatever became of it. */
export function submittedPayload(payload: EncryptedPayload): SubmittedEncryptedPayload {
  return payload.kind === "Encrypted" ? payload.value : payload.value.original;
}
