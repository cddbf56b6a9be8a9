import type { BlockEntry, LedgerReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { bytesToAddress, type LedgerRecord, Transaction, zeroHash } from "@ledger/types";
import { expect, test } from "vitest";
import { readBlockPrice } from "./block-price.ts";

const minimum = 100n;
const address = (index: number) => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, index);
  return bytesToAddress(bytes);
};

function call(contract: number, gasUnitPrice: bigint): Uint8Array {
  return Transaction.encode({
    kind: "UserTransaction",
    value: {
      rawTxn: {
        sender: address(1),
        sequenceNumber: 0n,
        payload: {
          kind: "EntryFunction",
          value: { module: { address: address(contract), name: "m" }, function: "f", typeArgs: [], args: [] },
        },
        maxGasAmount: 1n,
        gasUnitPrice,
        expirationTimestampSecs: 1n,
        chainId: 4,
      },
      authenticator: {
        kind: "Ed25519",
        value: { publicKey: new Uint8Array(32), signature: new Uint8Array(64) },
      },
    },
  });
}

function epilogue(blockGasLimitReached: boolean): Uint8Array {
  return Transaction.encode({
    kind: "BlockEpilogue",
    value: {
      kind: "V0",
      value: {
        blockId: zeroHash,
        blockEndInfo: {
          kind: "V0",
          value: {
            blockGasLimitReached,
            blockOutputLimitReached: false,
            blockEffectiveBlockGasUnits: 1n,
            blockApproxOutputSize: 1n,
          },
        },
      },
    },
  });
}

function priceOf(transactions: readonly Uint8Array[]): Promise<bigint> {
  const empty = new Uint8Array();
  const records = transactions.map(
    (transaction, index): LedgerRecord => ({
      version: BigInt(index),
      transaction,
      info: empty,
      events: empty,
      writeSet: empty,
      accumulatorRoot: zeroHash,
    }),
  );
  const store: LedgerReader = Object.assign(createMemoryStore(), {
    listRecords: (start: bigint, limit: number) => records.slice(Number(start), Number(start) + limit),
  });
  const block: BlockEntry = {
    height: 1n,
    hash: zeroHash,
    epoch: 1n,
    round: 1n,
    timestampUsecs: 0n,
    firstVersion: 0n,
    lastVersion: BigInt(records.length - 1),
  };
  return readBlockPrice(store, block, minimum);
}

const calls = (count: number, price: bigint, contract?: number) =>
  Array.from({ length: count }, (_, index) => call(contract ?? index, price));

/** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.11 | Specification, REST API 9.11} */
test.each([
  ["a block with room takes the minimum", [...calls(249, 500n), epilogue(false)], minimum],
  ["a full block takes the bucket above its cheapest", [...calls(249, 500n), call(900, 120n), epilogue(false)], 150n],
  ["a block that reached a limit is full", [...calls(3, 200n), epilogue(true)], 300n],
  ["a block that one contract fills is not", [...calls(126, 500n, 7), ...calls(124, 500n), epilogue(true)], minimum],
  [
    "half of the block is not most of it",
    [...calls(125, 500n, 7), ...calls(125, 500n).map((_, i) => call(i + 300, 500n)), epilogue(true)],
    1000n,
  ],
  ["a block without user transactions takes the minimum", [epilogue(true)], minimum],
])("%s", async (_, transactions, price) => {
  expect(await priceOf(transactions)).toBe(price);
});
