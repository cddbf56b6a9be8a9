import { bytesToHash, type Submission } from "@ledger/types";
import { expect, test } from "vitest";
import type { CallLedger } from "./ledger-calls.ts";
import { createLedgerPool } from "./ledger-pool.ts";

test("calls of the pool are made where the ledger is kept", async () => {
  const made: unknown[] = [];
  const callLedger: CallLedger = async (kind, input) => {
    made.push([kind, input]);
    return undefined as never;
  };
  const pool = createLedgerPool(callLedger);
  const hash = bytesToHash(new Uint8Array(32));
  await pool.submit(Uint8Array.of(1));
  await pool.findPending(hash);
  expect(made).toEqual([
    ["submit", Uint8Array.of(1)],
    ["find_pending", hash],
  ]);
});

test("what is on its way is bounded in number and bytes, and frees its room when it is answered", async () => {
  const waiting: ((submission: Submission) => void)[] = [];
  const callLedger = (() => new Promise<Submission>((resolve) => waiting.push(resolve))) as CallLedger;
  const pool = createLedgerPool(callLedger, { calls: 2, bytes: 10 });
  const first = pool.submit(new Uint8Array(8));
  await expect(pool.submit(new Uint8Array(3))).rejects.toMatchObject({ status: 503 });
  void pool.submit(new Uint8Array(2));
  await expect(pool.submit(new Uint8Array(0))).rejects.toMatchObject({ status: 503, headers: { "Retry-After": "1" } });
  waiting[0]!({ kind: "accepted" });
  expect(await first).toEqual({ kind: "accepted" });
  const again = pool.submit(new Uint8Array(8));
  waiting[2]!({ kind: "accepted" });
  await again;
});

test("a failure on the other side is a 503 with its cause", async () => {
  const pool = createLedgerPool(() => Promise.reject(new Error("the thread has ended")));
  await expect(pool.submit(new Uint8Array(1))).rejects.toMatchObject({
    status: 503,
    cause: new Error("the thread has ended"),
  });
});
