import { setImmediate as nextTurn } from "node:timers/promises";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import {
  hashSignedTransaction,
  type LedgerRecord,
  replayProtectorOf,
  type SignedTransaction as Signed,
  SignedTransaction,
  Transaction,
} from "@ledger/types";
import { expect, test } from "vitest";
import { createLocalChainSource, faucetTransaction, localAccounts, readLocalGenesis } from "../src/index.ts";

const genesis = await readLocalGenesis();
const clock = () => BigInt(Date.now()) * 1_000n;
const [alice] = localAccounts;

function grant(nonce: bigint): Uint8Array {
  return faucetTransaction({ receiver: alice!.address, amount: 1n, nonce, nowSecs: clock() / 1_000_000n });
}

test("a transaction makes a block, which a follower verifies and stores", async () => {
  const store = createMemoryStore();
  const source = createLocalChainSource({ genesis, clock, trigger: { onTransaction: true } });
  const stop = new AbortController();
  const committed = Promise.withResolvers<void>();
  const transactions = [grant(1n), grant(2n)];
  const following = ingest({
    source,
    store,
    stateRoots: "every_block",
    signal: stop.signal,
    onProgress: async () => {
      const versions = await Promise.all(
        transactions.map((bytes) => store.findVersionByHash(hashSignedTransaction(bytes))),
      );
      if (!versions.includes(undefined)) committed.resolve();
    },
  });
  for (const transaction of transactions) expect(await source.submit(transaction)).toEqual({ kind: "accepted" });
  await committed.promise;
  stop.abort();
  await following;
  expect(source.head).toBe((await store.summary())!.version);
});

test("a network without a trigger makes blocks on demand only, of the bytes that were handed in", async () => {
  const source = createLocalChainSource({ genesis, clock, trigger: { onTransaction: false } });
  const stop = new AbortController();
  const pages: (readonly LedgerRecord[])[] = [];
  const reading = (async () => {
    for await (const page of source.records(0n, stop.signal)) pages.push(page);
  })();
  // The first block ends the epoch of genesis, which was long ago.
  await source.mine();
  const transaction = grant(1n);
  const given = transaction.slice();
  await source.submit(given);
  // What is done to them while the transaction waits counts for nothing.
  given.fill(0);
  const hash = hashSignedTransaction(transaction);
  (await source.findPending(hash))!.fill(0);
  expect(await source.findPending(hash)).toEqual(transaction);
  await source.mine();
  await source.mine();
  stop.abort();
  await reading;
  expect(pages.map(({ length }) => length)).toEqual([1, 1, 3, 2]);
  const stored = Transaction.decode(pages[2]![1]!.transaction);
  expect(stored).toEqual({ kind: "UserTransaction", value: SignedTransaction.decode(transaction) });
  await expect(source.mine()).rejects.toThrow("stopped");
});

test("an interval makes blocks without transactions", async () => {
  const source = createLocalChainSource({ genesis, clock, trigger: { onTransaction: false, intervalMs: 20 } });
  const stop = new AbortController();
  const sizes: number[] = [];
  for await (const page of source.records(0n, stop.signal)) {
    if (sizes.push(page.length) === 4) stop.abort();
  }
  expect(sizes).toEqual([1, 1, 2, 2]);
});

test("a transaction that expires leaves without a block", async () => {
  let usecs = clock();
  // Made now: its life begins with the network's time, however long the first block takes.
  const transaction = grant(1n);
  const left: unknown[] = [];
  const source = createLocalChainSource({
    genesis,
    clock: () => usecs,
    trigger: { onTransaction: false },
    onLeft: (hashes) => left.push(...hashes),
  });
  const stop = new AbortController();
  const reading = (async () => {
    for await (const _ of source.records(0n, stop.signal));
  })();
  await source.mine();
  const hash = hashSignedTransaction(transaction);
  expect(await source.submit(transaction)).toEqual({ kind: "accepted" });
  usecs += 40_000_000n;
  expect(await source.findPending(hash)).toEqual(transaction);
  expect(left).toEqual([]);
  usecs += 11_000_000n;
  expect(await source.findPending(hash)).toBeUndefined();
  expect(left).toEqual([hash]);
  stop.abort();
  await reading;
});

test("what comes together shares a block in the order in which it came, however long its signatures take; the dearer goes first", async () => {
  const judged: (() => void)[] = [];
  const source = createLocalChainSource({
    genesis,
    clock,
    trigger: { onTransaction: true },
    nextTurn,
    ed25519: () => new Promise<boolean>((resolve) => judged.push(() => resolve(true))),
  });
  const stop = new AbortController();
  const blocks: (readonly [price: bigint, nonce: bigint])[][] = [];
  const reading = (async () => {
    for await (const page of source.records(0n, stop.signal)) {
      const records = page.map(({ transaction }) => Transaction.decode(transaction));
      const users = records.filter(({ kind }) => kind === "UserTransaction").map(({ value }) => value as Signed);
      blocks.push(users.map(({ rawTxn }) => [rawTxn.gasUnitPrice, replayProtectorOf(rawTxn).value]));
    }
  })();
  await source.mine();
  const priced = (gasUnitPrice: bigint, nonce: bigint): Uint8Array => {
    const { rawTxn, authenticator } = SignedTransaction.decode(grant(nonce));
    return SignedTransaction.encode({ rawTxn: { ...rawTxn, gasUnitPrice }, authenticator });
  };
  const submitted = [100n, 101n, 100n, 150n].map((price, index) => source.submit(priced(price, BigInt(index))));
  await nextTurn();
  expect(judged).toHaveLength(4);
  // The first to come is the last to be judged.
  for (const judge of judged.reverse()) {
    await nextTurn();
    expect(blocks.flat()).toEqual([]);
    judge();
  }
  expect(await Promise.all(submitted)).toEqual(submitted.map(() => ({ kind: "accepted" })));
  await source.mine();
  stop.abort();
  await reading;
  const filled = blocks.filter((block) => block.length > 0);
  expect(filled).toEqual([
    [
      [150n, 3n],
      [101n, 1n],
      [100n, 0n],
      [100n, 2n],
    ],
  ]);
});

test("a signature that cannot be verified at all fails its own submission only", async () => {
  let calls = 0;
  const source = createLocalChainSource({
    genesis,
    clock,
    trigger: { onTransaction: false },
    ed25519: async () => {
      calls += 1;
      if (calls === 1) throw new Error("the thread has ended");
      return calls === 3;
    },
  });
  const stop = new AbortController();
  const reading = (async () => {
    for await (const _ of source.records(0n, stop.signal));
  })();
  await source.mine();
  const submitted = [grant(1n), grant(2n), grant(3n)].map((transaction) => source.submit(transaction));
  await expect(submitted[0]).rejects.toThrow("the thread has ended");
  expect(await submitted[1]).toMatchObject({ kind: "refused", code: "vm_error", vmErrorCode: 1 });
  expect(await submitted[2]).toEqual({ kind: "accepted" });
  stop.abort();
  await reading;
});
