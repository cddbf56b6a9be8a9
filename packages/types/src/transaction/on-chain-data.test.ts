import { expect, test } from "vitest";
import { parseAddress } from "../address.ts";
import { bytesToHash } from "../hash-value.ts";
import { bytesToHex, hexToBytes } from "../text/hex.ts";
import { OnChainRecord, TransactionData, TransactionOnChainData } from "./on-chain-data.ts";
import { TransactionSummary } from "./transaction-summary.ts";

const hash = bytesToHash(new Uint8Array(32).fill(1));
const data: TransactionOnChainData = {
  version: 7n,
  transaction: { kind: "StateCheckpoint", value: hash },
  info: {
    kind: "V0",
    value: {
      gasUsed: 0n,
      status: { kind: "Success" },
      transactionHash: hash,
      eventRootHash: hash,
      stateChangeHash: hash,
      stateCheckpointHash: hash,
      auxiliaryInfoHash: undefined,
    },
  },
  events: [{ kind: "V2", value: { typeTag: { kind: "Bool" }, data: Uint8Array.of(1) } }],
  accumulatorRootHash: hash,
  changes: { kind: "V0", value: new Map() },
};

test("a record is the same bytes, taken apart without being understood", () => {
  const bytes = TransactionOnChainData.encode(data);
  const record = OnChainRecord.decode(bytes);
  expect(record.version).toBe(7n);
  expect(record.accumulatorRoot).toEqual(hash);
  expect(record.events).toEqual(Uint8Array.of(1, 1, 0, 1, 1));
  expect(record.writeSet).toEqual(Uint8Array.of(0, 0));
  expect(record.transaction.buffer).toBe(bytes.buffer);
  expect(OnChainRecord.encode(record)).toEqual(bytes);
  expect(TransactionOnChainData.decode(bytes)).toEqual(data);
  expect(TransactionData.encode({ kind: "OnChain", value: data })).toEqual(Uint8Array.of(0, ...bytes));
});

test("a fault names the part", () => {
  const bytes = TransactionOnChainData.encode(data);
  bytes[8] = 9;
  expect(() => OnChainRecord.decode(bytes)).toThrow(
    expect.objectContaining({ code: "unknown_variant", offset: 8, path: "transaction" }),
  );
});

test("a record whose parts are no bytes is refused, with the part's name", () => {
  const record = OnChainRecord.decode(TransactionOnChainData.encode(data));
  for (const [part, path] of [
    ["transaction", "transaction"],
    ["info", "info"],
    ["events", "events"],
    ["writeSet", "changes"],
  ] as const) {
    expect(() => OnChainRecord.encode({ ...record, [part]: [1] as never })).toThrow(
      expect.objectContaining({ code: "wrong_type", path }),
    );
  }
});

test("a summary has the published bytes", () => {
  // Specification, chain types 17.9.
  const summary: TransactionSummary = {
    kind: "V1",
    value: {
      sender: parseAddress("0x5"),
      version: 77n,
      transactionHash: hash,
      replayProtector: { kind: "SequenceNumber", value: 9n },
    },
  };
  const hex = `00${"0".repeat(63)}54d00000000000000${"01".repeat(32)}010900000000000000`;
  expect(bytesToHex(TransactionSummary.encode(summary))).toBe(hex);
  expect(TransactionSummary.decode(hexToBytes(hex))).toEqual(summary);
});
