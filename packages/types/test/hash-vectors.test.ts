import { u64 } from "@ledger/bcs";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  abstractionSigningDigest,
  accumulatorRoot,
  bytesToHex,
  ContractEvent,
  decodeStateKey,
  domainSeed,
  encodeStateKey,
  feePayerSigningMessage,
  type HashDomain,
  hashAuxiliaryInfo,
  hashEvent,
  hashHotStateValue,
  hashSignedTransaction,
  hashStateKey,
  hashStateValue,
  hashStoredValue,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  hexToBytes,
  multiAgentSigningMessage,
  PersistedAuxiliaryInfo,
  parseAddress,
  RawTransaction,
  StateKey,
  StateValue,
  StateValueMetadata,
  signingMessage,
  signingMessageDigest,
  sparseMerkleUpdate,
  stateWrites,
  Transaction,
  TransactionAuthenticator,
  TransactionInfo,
  WriteSet,
} from "../src/index.ts";

interface Hashed {
  readonly bcs: string;
  readonly hash: string;
}

interface SignedCase {
  readonly raw_bcs: string;
  readonly signing_message_prefix: string;
  readonly signing_message_tail: string;
  readonly signing_message_sha3: string;
  readonly authenticator_bcs: string;
  readonly signed_len: number;
  readonly txn_hash: string;
}

interface HashVectors {
  readonly seeds: Readonly<Record<string, string>>;
  readonly transactions: Readonly<Record<string, SignedCase>>;
  readonly abstraction: { readonly digest: string };
  readonly txn_info: readonly Hashed[];
  readonly aux: readonly Hashed[];
  readonly state_keys: Readonly<
    Record<string, { readonly bcs: string; readonly encoded: string; readonly hash: string }>
  >;
  readonly state_values: Readonly<Record<string, Hashed>>;
  readonly write_set: Hashed & { readonly empty: string; readonly empty_hash: string };
  readonly events: {
    readonly v1: Hashed;
    readonly v2: Hashed;
    readonly root_0: string;
    readonly root_1: string;
    readonly root_2: string;
    readonly root_3: string;
  };
  readonly system_txns: readonly (Hashed & { readonly kind: string })[];
  readonly newer: Readonly<Record<"ext_v2" | "ext_v3" | "epilogue_v2" | "dkg" | "chunky", Hashed>> & {
    readonly hot_value: { readonly occupied: string; readonly vacant: string };
  };
}

/** Domains of the vectors that nothing in this package hashes. */
const foreignDomains = ["AccountAddress", "ProviderJWKs", "KeyLevelUpdate", "BlockData", "VoteData"];

const bob = parseAddress("0xb0b");
const payer = parseAddress("0xfee");

describeVectors("hash vectors", () => {
  const vectors = readVectorJson<HashVectors>("chain/hash_vectors.json");

  test("domain seeds", () => {
    for (const [name, seed] of Object.entries(vectors.seeds)) {
      if (!foreignDomains.includes(name)) expect(bytesToHex(domainSeed(name as HashDomain)), name).toBe(seed);
    }
  });

  describe.each(Object.entries(vectors.transactions))("user transaction %s", (name, row) => {
    const transaction = RawTransaction.decode(hexToBytes(row.raw_bcs));
    const message = {
      multi_agent: () => multiAgentSigningMessage(transaction, [bob]),
      fee_payer: () => feePayerSigningMessage(transaction, [], payer),
      fee_payer_zero_address: () => feePayerSigningMessage(transaction, [], parseAddress("0x0")),
    }[name];

    test("signing message", () => {
      const bytes = (message ?? (() => signingMessage(transaction)))();
      const tail = row.signing_message_tail.replace("<raw>", row.raw_bcs);
      expect(bytesToHex(bytes)).toBe(row.signing_message_prefix + tail);
      expect(bytesToHex(signingMessageDigest(bytes))).toBe(row.signing_message_sha3);
    });

    test("transaction hash", () => {
      const signed = hexToBytes(row.raw_bcs + row.authenticator_bcs);
      expect(signed.length).toBe(row.signed_len);
      expect(bytesToHex(hashSignedTransaction(signed))).toBe(row.txn_hash);
      const stored = Transaction.encode({
        kind: "UserTransaction",
        value: {
          rawTxn: transaction,
          authenticator: TransactionAuthenticator.decode(hexToBytes(row.authenticator_bcs)),
        },
      });
      expect(bytesToHex(hashTransaction(stored))).toBe(row.txn_hash);
    });
  });

  test("abstraction digest", () => {
    const raw = RawTransaction.decode(hexToBytes(vectors.transactions.single!.raw_bcs));
    const authenticate = {
      moduleAddress: parseAddress("0x1"),
      moduleName: "permissioned_delegation",
      functionName: "authenticate",
    };
    const digest = abstractionSigningDigest(signingMessage(raw), authenticate);
    expect(bytesToHex(digest)).toBe(vectors.abstraction.digest);
  });

  test.each(vectors.system_txns)("system transaction $kind", ({ bcs, hash }) => {
    expect(bytesToHex(Transaction.encode(Transaction.decode(hexToBytes(bcs))))).toBe(bcs);
    expect(bytesToHex(hashTransaction(hexToBytes(bcs)))).toBe(hash);
  });

  test.each(["ext_v2", "ext_v3", "epilogue_v2", "dkg", "chunky"] as const)("newer transaction %s", (name) => {
    const { bcs, hash } = vectors.newer[name];
    expect(bytesToHex(Transaction.encode(Transaction.decode(hexToBytes(bcs))))).toBe(bcs);
    expect(bytesToHex(hashTransaction(hexToBytes(bcs)))).toBe(hash);
  });

  test("transaction infos", () => {
    for (const { bcs, hash } of vectors.txn_info) {
      expect(bytesToHex(TransactionInfo.encode(TransactionInfo.decode(hexToBytes(bcs))))).toBe(bcs);
      expect(bytesToHex(hashTransactionInfo(hexToBytes(bcs)))).toBe(hash);
    }
  });

  test("auxiliary infos", () => {
    for (const { bcs, hash } of vectors.aux) {
      expect(PersistedAuxiliaryInfo.decode(hexToBytes(bcs)).kind).toBe("V1");
      expect(bytesToHex(hashAuxiliaryInfo(hexToBytes(bcs))!)).toBe(hash);
    }
    expect(hashAuxiliaryInfo(PersistedAuxiliaryInfo.encode({ kind: "None" }))).toBeUndefined();
    const unassigned = { kind: "TimestampNotYetAssignedV1", value: { transactionIndex: 1 } } as const;
    expect(hashAuxiliaryInfo(PersistedAuxiliaryInfo.encode(unassigned))).toBeUndefined();
  });

  test.each(Object.entries(vectors.state_keys))("state key: %s", (_, { bcs, encoded, hash }) => {
    const key = StateKey.decode(hexToBytes(bcs));
    expect(bytesToHex(encodeStateKey(key))).toBe(encoded);
    expect(decodeStateKey(hexToBytes(encoded))).toEqual(key);
    expect(bytesToHex(hashStateKey(hexToBytes(encoded)))).toBe(hash);
  });

  test.each(Object.entries(vectors.state_values))("state value: %s", (_, { bcs, hash }) => {
    const value = StateValue.decode(hexToBytes(bcs));
    expect(bytesToHex(hashStateValue(hexToBytes(bcs)))).toBe(hash);
    const stored =
      value.kind === "V0"
        ? hashStoredValue(value.value, undefined)
        : hashStoredValue(value.value.data, StateValueMetadata.encode(value.value.metadata));
    expect(bytesToHex(stored)).toBe(hash);
  });

  test("hot state values", () => {
    const { occupied, vacant } = vectors.newer.hot_value;
    expect(bytesToHex(hashHotStateValue(hexToBytes(vectors.state_values.v0!.bcs), 5n))).toBe(occupied);
    expect(bytesToHex(hashHotStateValue(undefined, 5n))).toBe(vacant);
  });

  test("write sets", () => {
    const { bcs, hash, empty, empty_hash } = vectors.write_set;
    expect(bytesToHex(hashWriteSet(hexToBytes(bcs)))).toBe(hash);
    expect(bytesToHex(hashWriteSet(hexToBytes(empty)))).toBe(empty_hash);
    expect(bytesToHex(WriteSet.encode(WriteSet.decode(hexToBytes(bcs))))).toBe(bcs);
  });

  test("writes reach the state tree as keys and values with their metadata", () => {
    // The write set removes a module, puts 010203 under the account and creates an item with metadata V1.
    const updates = stateWrites(WriteSet.decode(hexToBytes(vectors.write_set.bcs))).map(sparseMerkleUpdate);
    const { module, resource, table } = vectors.state_keys;
    expect(updates.map(([key]) => bytesToHex(key))).toEqual([module!.hash, resource!.hash, table!.hash]);
    const metadata = StateValueMetadata.encode({
      kind: "V1",
      value: { slotDeposit: 40_000n, bytesDeposit: 800n, creationTimeUsecs: 1_700_000_000_000_000n },
    });
    expect(updates[0]![1]).toBeUndefined();
    expect(bytesToHex(updates[1]![1]!)).toBe(vectors.state_values.v0!.hash);
    expect(updates[2]![1]).toEqual(hashStateValue(hexToBytes(`010109${bytesToHex(metadata)}`)));
  });

  test("events and their roots", () => {
    const { v1, v2, root_0, root_1, root_2, root_3 } = vectors.events;
    for (const { bcs, hash } of [v1, v2]) {
      expect(bytesToHex(ContractEvent.encode(ContractEvent.decode(hexToBytes(bcs))))).toBe(bcs);
      expect(bytesToHex(hashEvent(hexToBytes(bcs)))).toBe(hash);
    }
    const [first, second] = [hashEvent(hexToBytes(v1.bcs)), hashEvent(hexToBytes(v2.bcs))];
    const root = (leaves: (typeof first)[]) => bytesToHex(accumulatorRoot("EventAccumulator", leaves));
    expect(root([])).toBe(root_0);
    expect(root([first])).toBe(root_1);
    expect(root([first, second])).toBe(root_2);
    expect(root([first, second, first])).toBe(root_3);
  });
});

test("the challenge of a published WebAuthn transaction", () => {
  // Specification, chain types 17.6.
  const address = (digit: string) => digit.padStart(64, "0");
  const coin = `07${address("1")}0a6170746f735f636f696e094170746f73436f696e00`;
  const raw = [
    address("1"),
    bytesToHex(u64.encode(0n)),
    `02${address("1")}0d6170746f735f6163636f756e740e7472616e736665725f636f696e7301${coin}`,
    `0220${address("1")}08e803000000000000`,
    "e803000000000000",
    "6400000000000000",
    "807417bcbe000000",
    "59",
  ].join("");
  const message = signingMessage(RawTransaction.decode(hexToBytes(raw)));
  const challenge = Buffer.from(signingMessageDigest(message)).toString("base64url");
  expect(challenge).toBe("eUf1aXwdtHKnIYUXkTgHxmWtYQ_U0c3O8Ldmx3PTA_g");
});
