// Keeps the state tree of a store in a thread, as a node does.
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { StateTree, type TreeBlock, TreeWriter } from "@ledger/state-store";
import { openSqliteReader, openSqliteTree } from "@ledger/state-store/sqlite";
import { stateWrites, WriteSet } from "@ledger/types";

const { ledger, tree: treePath } = workerData as { readonly ledger: string; readonly tree: string };

/** Blocks of one step, and records, at most: as a node takes them. */
const bounds = { blocks: 32, records: 1_000 } as const;

/** A report of the thread. */
export interface TreeReport {
  /** Latest version that the tree has. */
  readonly version: bigint;
  /** Processor time of the thread since its start, milliseconds. */
  readonly cpu: number;
}

let isStopped = false;
parentPort!.on("message", () => {
  isStopped = true;
});
const store = openSqliteReader(ledger);
const tree = openSqliteTree(treePath);
const proofs = new StateTree(tree, store);
const head = (await proofs.head())!;
const writer = new TreeWriter(tree, head, await proofs.frontierAt(head.version + 1n));
const report = (): void => {
  const { user, system } = process.threadCpuUsage();
  parentPort!.postMessage({ version: writer.head.version, cpu: (user + system) / 1_000 } satisfies TreeReport);
};
report();
while (!isStopped) {
  const { version } = (await store.summary())!;
  const blocks: TreeBlock[] = [];
  let next = writer.head.version + 1n;
  for (let records = 0; next <= version && blocks.length < bounds.blocks && records < bounds.records; ) {
    const { lastVersion } = await store.readBlockByVersion(next);
    const read = await store.listRecords(next, Number(lastVersion - next) + 1);
    blocks.push({
      lastVersion,
      records: read.map(({ info, writeSet }) => ({ info, writes: stateWrites(WriteSet.decode(writeSet)) })),
    });
    records += read.length;
    next = lastVersion + 1n;
  }
  if (blocks.length === 0) await delay(1);
  else {
    await writer.addAll(blocks, () => undefined);
    report();
    // Lets the order to stop arrive.
    await new Promise((resolve) => void setImmediate(resolve));
  }
}
await tree.close();
await store.close();
parentPort!.close();
