import { bytes } from "@ledger/bcs";
import type { Address } from "../address.ts";
import type { HashValue } from "../hash-value.ts";
import { domainSeed, hashInDomain } from "../hashing/domain.ts";
import { sha3_256 } from "../hashing/sha3.ts";
import { concatBytes } from "../text/bytes.ts";
import { FunctionInfo } from "../transaction/authenticator/abstraction.ts";
import { type EphemeralCertificate, Zkp } from "../transaction/authenticator/keyless.ts";
import { RawTransactionWithData } from "../transaction/raw-transaction-with-data.ts";
import { RawTransaction, submittedTransaction } from "../transaction/user-transaction.ts";

/** Variant index of the data that an authenticating function signs. */
const aaSigningDataV1 = 0;

/**
 * The message that the only signer of a transaction signs: the bytes themselves, not a hash of them.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function signingMessage(transaction: RawTransaction): Uint8Array {
  return concatBytes(domainSeed("RawTransaction"), RawTransaction.encode(submittedTransaction(transaction)));
}

/**
 * The message that every signer of a multi-agent transaction signs. A transaction that was asked for with an *empty* list of
 * secondary signers is signed in this form too.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function multiAgentSigningMessage(
  transaction: RawTransaction,
  secondarySigners: readonly Address[],
): Uint8Array {
  const value = { rawTxn: submittedTransaction(transaction), secondarySignerAddresses: secondarySigners };
  return messageOf({ kind: "MultiAgent", value });
}

/**
 * The message that the signers of a sponsored transaction sign. The fee payer signs its own address; the others may sign `0x0` in its
 * place, each for itself.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function feePayerSigningMessage(
  transaction: RawTransaction,
  secondarySigners: readonly Address[],
  feePayer: Address,
): Uint8Array {
  const rawTxn = submittedTransaction(transaction);
  const value = { rawTxn, secondarySignerAddresses: secondarySigners, feePayerAddress: feePayer };
  return messageOf({ kind: "MultiAgentWithFeePayer", value });
}

/**
 * The digest that Secp256k1 keys sign; the `challenge` of a WebAuthn assertion decodes to it.
 *
 * @param message - one of the signing messages
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function signingMessageDigest(message: Uint8Array): HashValue {
  return sha3_256(message);
}

/**
 * The message that the ephemeral key of a keyless account signs.
 *
 * @param message - one of the signing messages
 * @param certificate - its zero-knowledge proof, if it has one, is signed too
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function keylessSigningMessage(message: Uint8Array, certificate: EphemeralCertificate): Uint8Array {
  const body = message.subarray(domainSeed("RawTransaction").length);
  const proof =
    certificate.kind === "ZeroKnowledgeSig"
      ? concatBytes(Uint8Array.of(1), Zkp.encode(certificate.value.proof))
      : Uint8Array.of(0);
  return concatBytes(domainSeed("TransactionAndProof"), body, proof);
}

/**
 * The digest that an authenticating function judges, and that the authenticator repeats.
 *
 * @param message - one of the signing messages
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function abstractionSigningDigest(message: Uint8Array, authenticator: FunctionInfo): HashValue {
  return hashInDomain(
    "AASigningData",
    Uint8Array.of(aaSigningDataV1),
    bytes.encode(message),
    FunctionInfo.encode(authenticator),
  );
}

function messageOf(transaction: RawTransactionWithData): Uint8Array {
  return concatBytes(domainSeed("RawTransactionWithData"), RawTransactionWithData.encode(transaction));
}
