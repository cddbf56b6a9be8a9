import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { hashSignedTransaction } from "@ledger/types";
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

test("a network without a trigger makes blocks on demand only", async () => {
  const source = createLocalChainSource({ genesis, clock, trigger: { onTransaction: false } });
  const stop = new AbortController();
  const sizes: number[] = [];
  const reading = (async () => {
    for await (const page of source.records(0n, stop.signal)) sizes.push(page.length);
  })();
  // The first block ends the epoch of genesis, which was long ago.
  await source.mine();
  await source.submit(grant(1n));
  await source.mine();
  await source.mine();
  stop.abort();
  await reading;
  expect(sizes).toEqual([1, 1, 3, 2]);
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
  const transaction = grant(1n);
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
