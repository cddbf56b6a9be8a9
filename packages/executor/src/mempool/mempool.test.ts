import { type Address, type SignedTransaction, SignedTransaction as SignedTransactionBytes } from "@ledger/types";
import { expect, test } from "vitest";
import { receiveSignedTransaction } from "../context/received-transaction.ts";
import { heldBytes } from "./held-bytes.ts";
import { defaultMempoolLimits, Mempool } from "./mempool.ts";
import type { PendingTransaction } from "./pending-transaction.ts";

const coreAddress = new Uint8Array(32).fill(1) as Address;

/** A transaction as it comes from outside. */
function received(sender: number, sequenceNumber: bigint, parts = 0): SignedTransaction {
  const bytes = SignedTransactionBytes.encode({
    rawTxn: {
      sender: new Uint8Array(32).fill(sender) as Address,
      sequenceNumber,
      payload: {
        kind: "EntryFunction",
        value: {
          module: { address: coreAddress, name: "aptos_account" },
          function: "transfer",
          typeArgs: [],
          args: Array.from({ length: parts }, () => new Uint8Array()),
        },
      },
      maxGasAmount: 1n,
      gasUnitPrice: 1n,
      expirationTimestampSecs: 1n,
      chainId: 4,
    },
    authenticator: { kind: "Ed25519", value: { publicKey: new Uint8Array(32), signature: new Uint8Array(64) } },
  });
  return receiveSignedTransaction(bytes);
}

function sizes(mempool: Mempool): number[] {
  return Array.from(mempool, ({ size }: PendingTransaction) => size);
}

test("counts what a transaction takes in memory, not the bytes that it came in", () => {
  // Measured by the heap: 114 bytes for each of 60,000 empty arguments, which are a byte each on the wire.
  const held = heldBytes(received(2, 0n, 60_000), 60_224);
  expect(held).toBeGreaterThan(6_500_000);
  expect(held).toBeLessThan(9_000_000);
  expect(heldBytes(received(2, 0n), 230)).toBeLessThan(5_000);
});

test("transactions that wait for one before them leave room for those that can be executed", () => {
  const mempool = new Mempool(() => 0, { ...defaultMempoolLimits, bytes: 40_000_000, bytesAhead: 10_000_000 });
  mempool.insert(received(2, 1n, 60_000), 0n);
  expect(() => mempool.insert(received(3, 1n, 60_000), 0n)).toThrow("waiting for one before them");
  mempool.insert(received(4, 0n, 60_000), 0n);
  // What is before it waits: it is not ahead.
  mempool.insert(received(4, 1n, 60_000), 0n);
  // Room that was taken is given back.
  mempool.remove([...mempool][0]!.hash);
  mempool.insert(received(3, 1n, 60_000), 0n);
  expect(mempool.size).toBe(3);
});

test("an account and the whole pool are bounded by memory", () => {
  const [size] = sizes(withOne());
  const limits = { ...defaultMempoolLimits, bytes: 5 * size!, bytesPerAccount: 3 * size! };
  const mempool = new Mempool(() => 0, limits);
  for (const number of [0n, 1n, 2n]) mempool.insert(received(2, number, 100), 0n);
  expect(() => mempool.insert(received(2, 3n, 100), 0n)).toThrow("of this account");
  for (const sender of [3, 4]) mempool.insert(received(sender, 0n, 100), 0n);
  expect(() => mempool.insert(received(5, 0n, 100), 0n)).toThrow("too many transactions");
  for (const { hash } of [...mempool]) mempool.remove(hash);
  mempool.insert(received(2, 3n, 100), 3n);
  expect(mempool.size).toBe(1);
});

function withOne(): Mempool {
  const mempool = new Mempool(() => 0);
  mempool.insert(received(2, 0n, 100), 0n);
  return mempool;
}
