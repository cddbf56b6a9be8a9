import { setImmediate } from "node:timers/promises";
import { hashSignedTransaction, type Submission } from "@ledger/types";
import { expect, test } from "vitest";
import { KeptTransactions } from "./kept-transactions.ts";
import type { CallLedger } from "./ledger-calls.ts";

/** A pool that answers as it is told. */
function createPool(answer: (transaction: Uint8Array) => Promise<Submission>) {
  const offered: number[] = [];
  const call = (async (kind: string, input: Uint8Array) => {
    if (kind !== "submit") return undefined;
    offered.push(input[0]!);
    return answer(input);
  }) as CallLedger;
  return { offered, call };
}

const accepted: Submission = { kind: "accepted" };
const refused: Submission = { kind: "refused", code: "vm_error", message: "no" };
const transaction = (id: number) => Uint8Array.of(id, 7);
const hashOf = (id: number) => hashSignedTransaction(transaction(id));

test("what was accepted is found, and offered again to the next pool in its order, until it has left", async () => {
  const pool = createPool(async () => accepted);
  const kept = new KeptTransactions(pool.call);
  for (const id of [3, 1, 2]) await kept.call("submit", transaction(id));
  expect(await kept.call("find_pending", hashOf(1))).toEqual(transaction(1));
  kept.forget([hashOf(1)]);
  expect(await kept.call("find_pending", hashOf(1))).toBeUndefined();
  pool.offered.length = 0;
  await kept.offerAgain();
  expect(pool.offered).toEqual([3, 2]);
  expect(kept.size).toBe(2);
});

test("what was refused, or never answered, is not kept; a second refusal does not drop what waits", async () => {
  const answers: (() => Promise<Submission>)[] = [
    async () => refused,
    () => Promise.reject(new Error("the thread has ended")),
    async () => accepted,
    async () => refused,
  ];
  const kept = new KeptTransactions(createPool(() => answers.shift()!()).call);
  expect(await kept.call("submit", transaction(1))).toEqual(refused);
  await expect(kept.call("submit", transaction(1))).rejects.toThrow("the thread has ended");
  expect(kept.size).toBe(0);
  await kept.call("submit", transaction(1));
  await kept.call("submit", transaction(1));
  expect(kept.size).toBe(1);
});

test("a pool that tells that a transaction has left before it answers is believed", async () => {
  const answer = Promise.withResolvers<Submission>();
  const kept = new KeptTransactions(createPool(() => answer.promise).call);
  const submitted = kept.call("submit", transaction(1));
  expect(await kept.call("find_pending", hashOf(1))).toBeUndefined();
  kept.forget([hashOf(1)]);
  answer.resolve(accepted);
  await submitted;
  expect(kept.size).toBe(0);
});

test("where answers come from a replica, what has left is found until the replica shows it, and offered to no other pool", async () => {
  const reads: PromiseWithResolvers<void>[] = [];
  const untilRead = (): Promise<void> => {
    reads.push(Promise.withResolvers());
    return reads.at(-1)!.promise;
  };
  const pool = createPool(async () => accepted);
  const kept = new KeptTransactions(pool.call, { untilRead });
  for (const id of [1, 2, 3]) await kept.call("submit", transaction(id));
  kept.forget([hashOf(1)]);
  kept.forget([hashOf(1), hashOf(2)]);
  expect(await kept.call("find_pending", hashOf(1))).toEqual(transaction(1));
  pool.offered.length = 0;
  await kept.offerAgain();
  expect(pool.offered).toEqual([3]);

  // The replica shows what was stored when it was asked about, and nothing later.
  reads[0]!.resolve();
  await setImmediate();
  expect(await kept.call("find_pending", hashOf(1))).toBeUndefined();
  expect(await kept.call("find_pending", hashOf(2))).toEqual(transaction(2));
  reads[1]!.resolve();
  await setImmediate();
  expect(kept.size).toBe(1);
  kept.forget([hashOf(3)]);
  expect(reads).toHaveLength(3);
});

test("a replica that never comes back costs no more than a bound, and what is submitted again waits again", async () => {
  const kept = new KeptTransactions(createPool(async () => accepted).call, {
    untilRead: () => new Promise(() => undefined),
    mostLeft: 4,
  });
  for (const id of [1, 2, 3]) await kept.call("submit", transaction(id));
  kept.forget([hashOf(1), hashOf(2)]);
  await kept.call("submit", transaction(1));
  kept.forget([hashOf(3)]);
  expect(await kept.call("find_pending", hashOf(1))).toEqual(transaction(1));
  expect(await kept.call("find_pending", hashOf(2))).toEqual(transaction(2));
  expect(kept.size).toBe(3);
  kept.forget([hashOf(1)]);
  expect(await kept.call("find_pending", hashOf(2))).toBeUndefined();
  expect(kept.size).toBe(2);
});

test("what the next pool refuses twice is dropped, and a pool that ends meanwhile leaves the rest to the one after it", async () => {
  let answer: (transaction: Uint8Array) => Promise<Submission> = async () => accepted;
  const pool = createPool((bytes) => answer(bytes));
  const kept = new KeptTransactions(pool.call, { retryMs: 0 });
  for (const id of [1, 2, 3]) await kept.call("submit", transaction(id));
  let refusals = 0;
  answer = async ([id]) => {
    if (id === 1 && ++refusals === 2) return refused;
    if (refusals === 2) throw new Error("the thread has ended");
    return id === 1 ? refused : accepted;
  };
  await kept.offerAgain();
  answer = async ([id]) => (id === 1 ? refused : accepted);
  pool.offered.length = 0;
  await kept.offerAgain();
  expect(pool.offered).toEqual([2, 3]);
});

test("what rests on a transaction that the next pool takes, or finds it full, is offered to it again", async () => {
  let answer: (transaction: Uint8Array) => Promise<Submission> = async () => accepted;
  const pool = createPool((bytes) => answer(bytes));
  const kept = new KeptTransactions(pool.call, { retryMs: 0 });
  for (const id of [1, 2, 3]) await kept.call("submit", transaction(id));
  const full: Submission = { kind: "refused", code: "mempool_is_full", message: "full" };
  const answers: Submission[] = [accepted, refused, full, accepted, full, full, accepted];
  pool.offered.length = 0;
  answer = async () => answers.shift()!;
  await kept.offerAgain();
  expect(pool.offered).toEqual([1, 2, 3, 2, 3, 3, 3]);
  expect(kept.size).toBe(3);
});
