import { describe, expect, test } from "vitest";
import { parseAddress } from "../address.ts";
import { bytesToHash } from "../hash-value.ts";
import { hexToBytes } from "../text/hex.ts";
import { decryptionFailureReasons, EncryptedPayload, type SubmittedEncryptedPayload } from "./encrypted-payload.ts";
import type { TransactionExtraConfig } from "./extra-config.ts";
import { payloadExtraConfig, TransactionPayload } from "./payload.ts";
import { orderlessSequenceNumber } from "./replay-protector.ts";
import { hashedTransactionBytes, Transaction } from "./transaction.ts";
import {
  type RawTransaction,
  replayProtectorOf,
  type SignedTransaction,
  submittedTransaction,
} from "./user-transaction.ts";

const call = {
  kind: "EntryFunction",
  value: { module: { address: parseAddress("0x1"), name: "m" }, function: "f", typeArgs: [], args: [] },
} as const;
const nonce: TransactionExtraConfig = {
  kind: "V1",
  value: { multisigAddress: undefined, replayProtectionNonce: 9n },
};
const original: SubmittedEncryptedPayload = {
  ciphertext: {
    vk: new Uint8Array(32),
    id: new Uint8Array(32),
    ctG2: new Uint8Array(288),
    paddedKey: new Uint8Array(16),
    nonce: new Uint8Array(12),
    ctBody: Uint8Array.of(1),
    associatedData: Uint8Array.of(2),
    signature: new Uint8Array(64),
  },
  extraConfig: nonce,
  payloadHash: bytesToHash(new Uint8Array(32)),
  encryptionEpoch: 7n,
  claimedEntryFunction: { module: { address: parseAddress("0x1"), name: "m" }, function: undefined },
};
const encryptedForms: readonly EncryptedPayload[] = [
  { kind: "Encrypted", value: original },
  { kind: "FailedDecryption", value: { original, evalProof: undefined, reason: 4 } },
  {
    kind: "Decrypted",
    value: {
      original,
      evalProof: Uint8Array.of(3),
      decrypted: { executable: call, decryptionNonce: new Uint8Array(16) },
    },
  },
];

function raw(payload: TransactionPayload, sequenceNumber = 5n): RawTransaction {
  return {
    sender: parseAddress("0xa11ce"),
    sequenceNumber,
    payload,
    maxGasAmount: 1n,
    gasUnitPrice: 2n,
    expirationTimestampSecs: 3n,
    chainId: 4,
  };
}

function signed(rawTxn: RawTransaction): SignedTransaction {
  const value = { publicKey: new Uint8Array(32), signature: new Uint8Array(64) };
  return { rawTxn, authenticator: { kind: "Ed25519", value } };
}

function encodeUser(rawTxn: RawTransaction): Uint8Array {
  return Transaction.encode({ kind: "UserTransaction", value: signed(rawTxn) });
}

describe("replay protection", () => {
  test("is the sequence number without a nonce", () => {
    expect(replayProtectorOf(raw(call))).toEqual({ kind: "SequenceNumber", value: 5n });
    const extraConfig: TransactionExtraConfig = {
      kind: "V2",
      value: { multisigAddress: undefined, replayProtectionNonce: undefined, txnLimitsRequest: undefined },
    };
    const payload: TransactionPayload = {
      kind: "Payload",
      value: { kind: "V1", value: { executable: call, extraConfig } },
    };
    expect(replayProtectorOf(raw(payload))).toEqual({ kind: "SequenceNumber", value: 5n });
  });

  test("is the nonce of an orderless transaction", () => {
    const payload: TransactionPayload = {
      kind: "Payload",
      value: { kind: "V1", value: { executable: { kind: "Empty" }, extraConfig: nonce } },
    };
    expect(replayProtectorOf(raw(payload, orderlessSequenceNumber))).toEqual({ kind: "Nonce", value: 9n });
  });

  test("is found in encrypted payloads of every form", () => {
    for (const value of encryptedForms) {
      expect(payloadExtraConfig({ kind: "EncryptedPayload", value })).toEqual(nonce);
    }
  });
});

describe("encrypted payloads", () => {
  test("survive the way there and back", () => {
    for (const form of encryptedForms) {
      expect(EncryptedPayload.decode(EncryptedPayload.encode(form))).toEqual(form);
    }
  });

  test("tolerate reasons that are newer than the known ones", () => {
    const reason = decryptionFailureReasons.length + 100;
    const form: EncryptedPayload = { kind: "FailedDecryption", value: { original, evalProof: undefined, reason } };
    expect(EncryptedPayload.decode(EncryptedPayload.encode(form))).toEqual(form);
  });

  test("are hashed as they were submitted", () => {
    const [submitted, ...opened] = encryptedForms.map((value) => raw({ kind: "EncryptedPayload", value }));
    const hashed = encodeUser(submitted!);
    for (const rawTxn of opened) {
      expect(submittedTransaction(rawTxn)).toEqual(submitted);
      expect(hashedTransactionBytes(encodeUser(rawTxn))).toEqual(hashed);
    }
    expect(hashedTransactionBytes(hashed)).toBe(hashed);
  });
});

describe("the bytes that a hash covers", () => {
  test("are those of the transaction", () => {
    const plain = raw(call);
    expect(submittedTransaction(plain)).toBe(plain);
    for (const bytes of [encodeUser(plain), Uint8Array.of(3), new Uint8Array(0)]) {
      expect(hashedTransactionBytes(bytes)).toBe(bytes);
    }
  });
});

describe("payloads", () => {
  test("of the retired module bundle keep their form of 2022", () => {
    const bytes = hexToBytes("010201aa02bbcc");
    const bundle = { kind: "ModuleBundle", value: { codes: [Uint8Array.of(0xaa), Uint8Array.of(0xbb, 0xcc)] } };
    expect(TransactionPayload.decode(bytes)).toEqual(bundle);
    expect(TransactionPayload.encode(bundle as TransactionPayload)).toEqual(bytes);
  });

  test("may ask for higher limits", () => {
    const multipliers = { kind: "V1", value: { executionBps: 10_000n, ioBps: 20_000n } } as const;
    const poolAddress = parseAddress("0x5");
    const requests = [
      { kind: "StakePoolOwner", value: { multipliers } },
      { kind: "DelegatedVoter", value: { poolAddress, multipliers } },
      { kind: "DelegationPoolDelegator", value: { poolAddress, multipliers } },
    ] as const;
    for (const txnLimitsRequest of requests) {
      const extraConfig: TransactionExtraConfig = { kind: "V2", value: { ...nonce.value, txnLimitsRequest } };
      const payload: TransactionPayload = {
        kind: "Payload",
        value: { kind: "V1", value: { executable: { kind: "Empty" }, extraConfig } },
      };
      expect(TransactionPayload.decode(TransactionPayload.encode(payload))).toEqual(payload);
    }
  });
});
