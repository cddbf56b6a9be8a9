import { type Codec, vector } from "@ledger/bcs";
import { describeVectors, networks, readVectorBytes, readVectorJson, testNetworks } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  AccountAuthenticator,
  bytesToHex,
  ContractEvent,
  EventKey,
  encodeStateKey,
  formatHex,
  formatTypeTag,
  hashInDomain,
  hexToBytes,
  type LedgerRecord,
  OnChainRecord,
  PersistedAuxiliaryInfo,
  parseAddress,
  parseHash,
  parseHex,
  RawTransaction,
  SignedTransaction,
  StateKey,
  StateValue,
  Transaction,
  TransactionAuthenticator,
  TransactionInfo,
  TransactionOnChainData,
  TransactionSummary,
  TypeTag,
  WriteSet,
} from "../src/index.ts";

interface BytesAndHash {
  readonly bcs: string;
  readonly hash: string;
}

interface HashVectors {
  readonly transactions: Readonly<
    Record<string, { raw_bcs: string; authenticator_bcs: string; signed_len: number; txn_hash: string }>
  >;
  readonly multikey_account_authenticator: { readonly bcs: string; readonly bitmap: string };
  readonly no_account_authenticator: string;
  readonly abstraction: { readonly bcs: string; readonly digest: string };
  readonly txn_info: readonly BytesAndHash[];
  readonly aux: readonly (BytesAndHash & { readonly i: number })[];
  readonly state_keys: Readonly<Record<string, BytesAndHash & { readonly encoded: string }>>;
  readonly state_values: Readonly<Record<string, BytesAndHash>>;
  readonly write_set: BytesAndHash & { readonly empty: string };
  readonly events: { readonly v1: BytesAndHash; readonly v2: BytesAndHash };
  readonly system_txns: readonly BytesAndHash[];
  readonly newer: Readonly<Record<"ext_v2" | "ext_v3" | "epilogue_v2" | "dkg" | "chunky", BytesAndHash>> & {
    readonly type_tags: Readonly<Record<string, string>>;
    readonly summary: string;
  };
}

interface TestnetRecord {
  readonly version: number;
  readonly transaction: string;
  readonly transaction_info: string;
  readonly transaction_info_hash: string;
  readonly events: readonly string[];
  readonly write_set: string;
  readonly accumulator_root: string;
}

/** Decodes, re-encodes and compares. */
function roundTrip<T>(codec: Codec<T>, hex: string): T {
  const bytes = hexToBytes(hex);
  const value = codec.decode(bytes);
  expect(bytesToHex(codec.encode(value))).toBe(hex);
  expect(codec.size(value)).toBe(bytes.length);
  return value;
}

const filled = (byte: number, length = 32) => new Uint8Array(length).fill(byte);

describeVectors("genesis/*.genesis.blob", () => {
  testNetworks(networks, "%s decodes and encodes to itself", (network) => {
    const blob = readVectorBytes(`genesis/${network}.genesis.blob`);
    const transaction = Transaction.decode(blob);
    expect(transaction).toMatchObject({ kind: "GenesisTransaction", value: { kind: "Direct" } });
    // Compared as buffers: a matcher would walk a million members.
    expect(Buffer.compare(Transaction.encode(transaction), blob)).toBe(0);
  });

  test("every cut is refused", () => {
    const blob = readVectorBytes("genesis/testnet.genesis.blob").slice(0, 3000);
    for (let length = 0; length < blob.length; length += 7) {
      expect(() => Transaction.decode(blob.subarray(0, length))).toThrow(expect.objectContaining({ name: "BcsError" }));
    }
  });
});

describeVectors("chain/testnet_0_3.json", () => {
  const records = readVectorJson<readonly TestnetRecord[]>("chain/testnet_0_3.json").slice(1);

  test.each(records)("version $version", (record) => {
    roundTrip(Transaction, record.transaction);
    roundTrip(WriteSet, record.write_set);
    for (const event of record.events) roundTrip(ContractEvent, event);
    const info = roundTrip(TransactionInfo, record.transaction_info);
    expect(info).toMatchObject({ kind: "V0", value: { gasUsed: 0n, status: { kind: "Success" } } });
    expect(bytesToHex(hashInDomain("TransactionInfo", hexToBytes(record.transaction_info)))).toBe(
      record.transaction_info_hash,
    );
  });

  test("what the transactions say", () => {
    expect(records.map((record) => Transaction.decode(hexToBytes(record.transaction)))).toMatchObject([
      {
        kind: "BlockMetadata",
        value: { epoch: 1n, round: 3n, failedProposerIndices: [2, 1], timestampUsecs: 1662686657227425n },
      },
      { kind: "BlockMetadata", value: { epoch: 2n, round: 1n, failedProposerIndices: [] } },
      { kind: "StateCheckpoint" },
    ]);
  });

  test("an answer of the REST API with two records is taken apart and put together", () => {
    const page: LedgerRecord[] = records.slice(0, 2).map((record) => ({
      version: BigInt(record.version),
      transaction: hexToBytes(record.transaction),
      info: hexToBytes(record.transaction_info),
      events: vector(ContractEvent).encode(record.events.map((event) => ContractEvent.decode(hexToBytes(event)))),
      writeSet: hexToBytes(record.write_set),
      accumulatorRoot: parseHash(record.accumulator_root),
    }));
    const bytes = vector(OnChainRecord).encode(page);
    // Specification, chain types 15: a page rebuilt from public records.
    expect(bytes.length).toBe(8678);
    expect(vector(OnChainRecord).decode(bytes)).toEqual(page);
    const decoded = vector(TransactionOnChainData).decode(bytes);
    expect(vector(TransactionOnChainData).encode(decoded)).toEqual(bytes);
  });
});

describeVectors("chain/hash_vectors.json", () => {
  const vectors = readVectorJson<HashVectors>("chain/hash_vectors.json");
  const rowsOf = <T>(rows: Readonly<Record<string, T>>) => Object.entries(rows);

  test.each(rowsOf(vectors.transactions))("transaction %s", (_, row) => {
    const rawTxn = roundTrip(RawTransaction, row.raw_bcs);
    const authenticator = roundTrip(TransactionAuthenticator, row.authenticator_bcs);
    const signed = SignedTransaction.encode({ rawTxn, authenticator });
    expect(signed.length).toBe(row.signed_len);
    expect(bytesToHex(hashInDomain("Transaction", Uint8Array.of(0), signed))).toBe(row.txn_hash);
  });

  test("account authenticators", () => {
    const multiKey = roundTrip(AccountAuthenticator, vectors.multikey_account_authenticator.bcs);
    expect(multiKey).toMatchObject({
      kind: "MultiKey",
      value: { signaturesBitmap: hexToBytes(vectors.multikey_account_authenticator.bitmap) },
    });
    expect(roundTrip(AccountAuthenticator, vectors.no_account_authenticator)).toEqual({
      kind: "NoAccountAuthenticator",
    });
    expect(roundTrip(AccountAuthenticator, vectors.abstraction.bcs)).toMatchObject({
      kind: "Abstract",
      value: {
        functionInfo: { moduleName: "permissioned_delegation", functionName: "authenticate" },
        authData: { kind: "V1", value: { signingMessageDigest: hexToBytes(vectors.abstraction.digest) } },
      },
    });
  });

  test("transaction infos", () => {
    const [v0, v1] = vectors.txn_info.map(({ bcs, hash }) => {
      expect(bytesToHex(hashInDomain("TransactionInfo", hexToBytes(bcs)))).toBe(hash);
      return roundTrip(TransactionInfo, bcs);
    });
    const common = { gasUsed: 5n, transactionHash: filled(1), eventRootHash: filled(2), stateChangeHash: filled(3) };
    expect(v0).toEqual({
      kind: "V0",
      value: { ...common, status: { kind: "Success" }, stateCheckpointHash: filled(4), auxiliaryInfoHash: filled(5) },
    });
    const location = { kind: "Module", value: { address: parseAddress("0x1"), name: "coin" } };
    const info = { reasonName: "EINSUFFICIENT_BALANCE", description: "Not enough coins" };
    expect(v1).toEqual({
      kind: "V1",
      value: {
        ...common,
        status: { kind: "MoveAbort", value: { location, code: 65542n, info } },
        stateCheckpointHash: undefined,
        hotStateCheckpointHash: filled(6),
        auxiliaryInfoHash: filled(5),
        positionStateCheckpointHash: undefined,
        reserved: new Array(7).fill(undefined),
      },
    });
  });

  test.each(vectors.aux)("auxiliary info $i", ({ i, bcs }) => {
    expect(roundTrip(PersistedAuxiliaryInfo, bcs)).toEqual({ kind: "V1", value: { transactionIndex: i } });
  });

  test.each(rowsOf(vectors.state_keys))("state key %s", (_, { bcs, encoded, hash }) => {
    const key = encodeStateKey(roundTrip(StateKey, bcs));
    expect(bytesToHex(key)).toBe(encoded);
    expect(bytesToHex(hashInDomain("StateKey", key))).toBe(hash);
  });

  test.each(rowsOf(vectors.state_values))("state value %s", (_, { bcs, hash }) => {
    roundTrip(StateValue, bcs);
    expect(bytesToHex(hashInDomain("StateValue", hexToBytes(bcs)))).toBe(hash);
  });

  test("state values say what they hold", () => {
    const { v0, meta0, meta1 } = vectors.state_values;
    const data = Uint8Array.of(1, 2, 3);
    const creationTimeUsecs = 1700000000000000n;
    expect(roundTrip(StateValue, v0!.bcs)).toEqual({ kind: "V0", value: data });
    expect(roundTrip(StateValue, meta0!.bcs)).toEqual({
      kind: "WithMetadata",
      value: { data, metadata: { kind: "V0", value: { deposit: 50000n, creationTimeUsecs } } },
    });
    expect(roundTrip(StateValue, meta1!.bcs)).toEqual({
      kind: "WithMetadata",
      value: { data, metadata: { kind: "V1", value: { slotDeposit: 40000n, bytesDeposit: 800n, creationTimeUsecs } } },
    });
  });

  test("write set", () => {
    const writeSet = roundTrip(WriteSet, vectors.write_set.bcs);
    expect(writeSet.kind === "V0" && [...writeSet.value.values()].map((op) => op.kind)).toEqual([
      "DeletionWithMetadata",
      "Modification",
      "CreationWithMetadata",
    ]);
    expect(roundTrip(WriteSet, vectors.write_set.empty)).toEqual({ kind: "V0", value: new Map() });
  });

  test("events", () => {
    expect(roundTrip(ContractEvent, vectors.events.v1.bcs)).toMatchObject({
      kind: "V1",
      value: { key: { creationNumber: 2n }, sequenceNumber: 0n, data: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0) },
    });
    const v2 = roundTrip(ContractEvent, vectors.events.v2.bcs);
    expect(formatTypeTag(v2.value.typeTag)).toBe("0x1::reconfiguration::NewEpoch");
  });

  const { ext_v2, ext_v3, epilogue_v2, dkg, chunky } = vectors.newer;
  test.each([...vectors.system_txns, ext_v2, ext_v3, epilogue_v2, dkg, chunky])(
    "system transaction $hash",
    ({ bcs, hash }) => {
      roundTrip(Transaction, bcs);
      expect(bytesToHex(hashInDomain("Transaction", hexToBytes(bcs)))).toBe(hash);
    },
  );

  test("system transactions say what they hold", () => {
    // Specification, chain types 17.5.
    const metadata = {
      id: filled(0xcd),
      epoch: 2n,
      round: 3n,
      proposer: parseAddress("0x5"),
      previousBlockVotesBitvec: Uint8Array.of(0x80),
      failedProposerIndices: [],
      timestampUsecs: 1700000000000000n,
    };
    const place = { epoch: 2n, round: 3n };
    const decryptionKey = { metadata: place, decryptionKey: Uint8Array.of(1, 2) };
    const randomness = { metadata: place, randomness: filled(9, 4) };
    const decode = ({ bcs }: BytesAndHash) => Transaction.decode(hexToBytes(bcs));
    expect(decode(ext_v2).value).toEqual({ kind: "V2", value: { ...metadata, randomness, decryptionKey } });
    expect(decode(ext_v3).value).toEqual({
      kind: "V3",
      value: { ...metadata, randomness: undefined, decryptionPayload: { key: decryptionKey, decryptionRound: 7n } },
    });
    expect(decode(epilogue_v2).value).toMatchObject({
      kind: "V2",
      value: {
        blockId: filled(0xab),
        blockEndInfo: { kind: "V0", value: { blockEffectiveBlockGasUnits: 17n, blockApproxOutputSize: 1234n } },
        feeDistribution: { kind: "V0", value: { amount: new Map([[0n, 100n]]) } },
        toMakeHot: [{ kind: "TableItem", value: { handle: parseAddress("0x9"), key: Uint8Array.of(7) } }],
      },
    });
    expect(decode(dkg).value).toEqual({
      kind: "DKGResult",
      value: { metadata: { epoch: 4n, author: parseAddress("0x5") }, transcriptBytes: Uint8Array.of(1, 2, 3) },
    });
    expect(decode(chunky).value).toMatchObject({
      kind: "ChunkyDKGResult",
      value: { epoch: 4n, author: parseAddress("0x5"), encryptionKey: expect.any(Uint8Array) },
    });
  });

  test.each(rowsOf(vectors.newer.type_tags))("type tag %s", (text, hex) => {
    const printed = formatTypeTag(roundTrip(TypeTag, hex));
    expect(printed).toBe(text.replace(" copy+drop", ""));
  });

  test("transaction summary", () => {
    const summary = roundTrip(TransactionSummary, vectors.newer.summary);
    expect(summary.value.replayProtector).toEqual({ kind: "SequenceNumber", value: 9n });
  });
});

describeVectors("values/events.json", () => {
  interface EventCase {
    readonly type: string;
    readonly kind: string;
    readonly event_key?: string;
    readonly sequence_number?: string;
    readonly data_bcs: string;
    readonly contract_event_bcs: string;
  }
  const { cases } = readVectorJson<{ cases: readonly EventCase[] }>("values/events.json");

  describe("both directions", () => {
    test.each(cases)("$type", (row) => {
      const event = roundTrip(ContractEvent, row.contract_event_bcs.slice(2));
      expect(row.kind).toContain(`(${event.kind})`);
      expect(formatTypeTag(event.value.typeTag)).toBe(row.type);
      expect(formatHex(event.value.data)).toBe(row.data_bcs);
      if (event.kind !== "V1") return;
      expect(formatHex(EventKey.encode(event.value.key))).toBe(row.event_key);
      expect(`${event.value.sequenceNumber}`).toBe(row.sequence_number);
    });
  });
});

describeVectors("derivations/event_keys_mainnet.json", () => {
  const { cases } = readVectorJson<{
    cases: readonly { account_address: string; creation_number: string; event_key: string }[];
  }>("derivations/event_keys_mainnet.json");

  test.each(cases)("$event_key", ({ account_address, creation_number, event_key }) => {
    const key = { creationNumber: BigInt(creation_number), accountAddress: parseAddress(account_address) };
    expect(formatHex(EventKey.encode(key))).toBe(event_key);
    expect(EventKey.decode(parseHex(event_key))).toEqual(key);
  });
});
