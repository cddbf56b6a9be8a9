// The thread that makes the blocks of the local network. The thread that keeps the ledger checks and stores a block while the next one is
// executed here; transactions come straight from the thread that takes the requests.
import { workerData } from "node:worker_threads";
import { connectPort } from "@ledger/kit";
import { connectParent } from "@ledger/kit/threads";
import type { LocalChainSource } from "@ledger/local-chain";
import { packRecords } from "@ledger/sync/node";
import type { PoolFunctions } from "../calls/ledger-calls.ts";
import { openReader } from "../store/open-store.ts";
import type { ChainFunctions, ChainListener, ChainSettings } from "./chain-protocol.ts";
import { openChain } from "./open-chain.ts";
import { UnstoredBlocks } from "./unstored-blocks.ts";

/** Blocks that are made and not stored, at most: one that is being stored, and one that waits for it. */
const mostUnstored = 2;

const { calls, location, ...settings } = workerData as ChainSettings;
const parent = connectParent<ChainListener, ChainFunctions>();
const pool = connectPort<Record<never, never>, PoolFunctions>(calls, { schedule: setImmediate });
const unstored = new UnstoredBlocks(mostUnstored);
let chain: LocalChainSource | undefined;

async function make(from: bigint, signal: AbortSignal): Promise<undefined> {
  const stored = await openReader(location);
  try {
    const latestUsecs = (await stored.summary())?.timestampUsecs ?? 0n;
    const tell = (report: Parameters<ChainListener["report"]>[0]): void => parent.emit("report", report);
    const opened = openChain({ ...settings, stored, latestUsecs, tell });
    chain = opened;
    pool.serve({
      submit: (transaction) => opened.submit(transaction),
      find_pending: (hash) => opened.findPending(hash),
    });
    for await (const records of opened.records(from, signal)) {
      unstored.add(records.at(-1)!.version);
      const packed = packRecords(records);
      parent.emit("block", packed, [packed.buffer]);
      // The next block is executed in this turn.
      parent.flush();
      await unstored.room(signal);
    }
  } finally {
    await stored.close();
  }
  return undefined;
}

parent.serve({
  make: (from, { signal }) => make(from, signal),
  settle(version) {
    unstored.settle(version);
    chain?.settle(version);
    return undefined;
  },
  end() {
    calls.close();
    parent.close("the network was stopped");
    return undefined;
  },
});
