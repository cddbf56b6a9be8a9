import type { Codec } from "@ledger/bcs";
import { describe, expect, test } from "vitest";
import {
  AccumulatorConsistencyProof,
  AccumulatorProof,
  AccumulatorRangeProof,
  type Address,
  AggregateSignature,
  accumulatorRoot,
  bytesToHex,
  EpochChangeProof,
  EpochState,
  type HashValue,
  hashTransactionInfo,
  hexToBytes,
  LedgerInfo,
  proveAccumulatorRange,
  quorumVotingPower,
  SparseMerkleProof,
  SparseMerkleRangeProof,
  TransactionAccumulatorSummary,
  TransactionInfo,
  TransactionInfoListWithProof,
  TransactionInfoWithProof,
  TransactionListWithProof,
  TransactionOutput,
  TransactionStatus,
  verifyTransactionInfoList,
} from "../src/index.ts";

const hash = (byte: number): HashValue => new Uint8Array(32).fill(byte) as HashValue;
const address = (byte: number): Address => new Uint8Array(32).fill(byte) as Uint8Array as Address;
/** 32 bytes of hex. */
const b32 = (byte: string): string => byte.repeat(32);
/** A u64 below 256 in BCS. */
const n64 = (value: number): string => value.toString(16).padStart(2, "0").padEnd(16, "0");

const info: TransactionInfo = {
  kind: "V0",
  value: {
    gasUsed: 5n,
    status: { kind: "Success" },
    transactionHash: hash(1),
    eventRootHash: hash(2),
    stateChangeHash: hash(3),
    stateCheckpointHash: undefined,
    auxiliaryInfoHash: undefined,
  },
};
const infoHex = `00${n64(5)}00${b32("01")}${b32("02")}${b32("03")}0000`;

const epochState: EpochState = {
  epoch: 2n,
  verifier: { validatorInfos: [{ address: address(7), publicKey: Uint8Array.of(0xaa, 0xbb), votingPower: 9n }] },
};
const epochStateHex = `${n64(2)}01${b32("07")}02aabb${n64(9)}`;

const ledgerInfo: LedgerInfo = {
  commitInfo: {
    epoch: 1n,
    round: 2n,
    id: hash(3),
    executedStateId: hash(4),
    version: 5n,
    timestampUsecs: 6n,
    nextEpochState: epochState,
  },
  consensusDataHash: hash(8),
};
const ledgerInfoHex = [n64(1), n64(2), b32("03"), b32("04"), n64(5), n64(6), "01", epochStateHex, b32("08")].join("");

const infosProof = { leftSiblings: [hash(1)], rightSiblings: [] };

/** Layouts of Specification, chain types 6, chain types 8, chain types 10, written out by hand. */
const layouts: readonly (readonly [string, Codec<never>, unknown, string])[] = [
  row("AccumulatorProof", AccumulatorProof, { siblings: [hash(1), hash(2)] }, `02${b32("01")}${b32("02")}`),
  row("AccumulatorRangeProof", AccumulatorRangeProof, infosProof, `01${b32("01")}00`),
  row("AccumulatorConsistencyProof", AccumulatorConsistencyProof, { subtrees: [hash(6)] }, `01${b32("06")}`),
  row(
    "TransactionAccumulatorSummary",
    TransactionAccumulatorSummary,
    { frozenSubtreeRoots: [hash(1)], leafCount: 4n, rootHash: hash(2) },
    `01${b32("01")}${n64(4)}${b32("02")}`,
  ),
  row(
    "SparseMerkleProof of a key",
    SparseMerkleProof,
    { leaf: { key: hash(1), valueHash: hash(2) }, siblings: [hash(3)] },
    `01${b32("01")}${b32("02")}01${b32("03")}`,
  ),
  row("SparseMerkleProof of nothing", SparseMerkleProof, { leaf: undefined, siblings: [] }, "0000"),
  row("SparseMerkleRangeProof", SparseMerkleRangeProof, { rightSiblings: [hash(9)] }, `01${b32("09")}`),
  row("EpochState", EpochState, epochState, epochStateHex),
  row("LedgerInfo", LedgerInfo, ledgerInfo, ledgerInfoHex),
  row(
    "AggregateSignature",
    AggregateSignature,
    { validatorBitmask: Uint8Array.of(0xe0), signature: Uint8Array.of(1, 2) },
    "01e001020102",
  ),
  row(
    "EpochChangeProof",
    EpochChangeProof,
    {
      ledgerInfoWithSigs: [
        {
          kind: "V0",
          value: { ledgerInfo, signatures: { validatorBitmask: new Uint8Array(0), signature: undefined } },
        },
      ],
      more: true,
    },
    `0100${ledgerInfoHex}000001`,
  ),
  row(
    "TransactionInfoWithProof",
    TransactionInfoWithProof,
    { ledgerInfoToTransactionInfoProof: { siblings: [] }, transactionInfo: info },
    `00${infoHex}`,
  ),
  row(
    "TransactionInfoListWithProof",
    TransactionInfoListWithProof,
    { ledgerInfoToTransactionInfosProof: infosProof, transactionInfos: [info] },
    `01${b32("01")}0001${infoHex}`,
  ),
  row(
    "TransactionListWithProof",
    TransactionListWithProof,
    {
      transactions: [{ kind: "StateCheckpoint", value: hash(6) }],
      events: [[]],
      firstTransactionVersion: 3n,
      proof: { ledgerInfoToTransactionInfosProof: infosProof, transactionInfos: [info] },
    },
    `0103${b32("06")}01010001${n64(3)}01${b32("01")}0001${infoHex}`,
  ),
  row(
    "TransactionOutput",
    TransactionOutput,
    {
      writeSet: { kind: "V0", value: new Map() },
      events: [],
      gasUsed: 7n,
      status: { kind: "Keep", value: { kind: "OutOfGas" } },
    },
    `000000${n64(7)}0101`,
  ),
  row("a discarded transaction", TransactionStatus, { kind: "Discard", value: 3n }, `00${n64(3)}`),
  row("a transaction to try again", TransactionStatus, { kind: "Retry" }, "02"),
];

function row<T>(
  name: string,
  codec: Codec<T>,
  value: T,
  hex: string,
): readonly [string, Codec<never>, unknown, string] {
  return [name, codec as Codec<never>, value, hex];
}

describe("BCS of what proves a ledger", () => {
  test.each(layouts)("%s", (_, codec, value, hex) => {
    expect(bytesToHex(codec.encode(value as never))).toBe(hex);
    expect(codec.decode(hexToBytes(hex))).toEqual(value);
  });
});

test("consecutive infos are proven from their first version on", () => {
  const infos = Array.from(
    { length: 9 },
    (_, gas): TransactionInfo => ({
      kind: "V0",
      value: { ...info.value, gasUsed: BigInt(gas), auxiliaryInfoHash: undefined },
    }),
  );
  const leaves = infos.map((each) => hashTransactionInfo(TransactionInfo.encode(each)));
  const root = accumulatorRoot("TransactionAccumulator", leaves);
  const list = {
    ledgerInfoToTransactionInfosProof: proveAccumulatorRange("TransactionAccumulator", leaves, 3, 4),
    transactionInfos: infos.slice(3, 7),
  };
  expect(verifyTransactionInfoList(list, root, 3n)).toBe(true);
  expect(verifyTransactionInfoList(list, root, 2n)).toBe(false);
  expect(verifyTransactionInfoList({ ...list, transactionInfos: infos.slice(2, 6) }, root, 3n)).toBe(false);
});

test.each([
  [[1n, 1n, 1n, 1n], 3n],
  [[1n, 1n, 1n], 3n],
  [[10n, 5n], 11n],
  [[], 1n],
])("validators of power %s need %d together", (powers, quorum) => {
  const validatorInfos = powers.map((votingPower) => ({
    address: address(1),
    publicKey: new Uint8Array(48),
    votingPower,
  }));
  expect(quorumVotingPower({ validatorInfos })).toBe(quorum);
});
