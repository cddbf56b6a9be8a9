// Keeps the index of a ledger in a thread, as a node does.
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { allTableGroups, IndexBuilder } from "@ledger/indexer/build";
import { openSqliteReader, openSqliteTableIndex } from "@ledger/state-store/sqlite";

// Other threads go first (Linux).
setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), constants.priority.PRIORITY_LOW);
const { ledger, index, until } = workerData as { ledger: string; index: string; until: bigint };
const store = openSqliteReader(ledger);
const kept = openSqliteTableIndex(index);
const builder = new IndexBuilder(store, kept, allTableGroups);
parentPort!.postMessage("ready");
for (;;) {
  const { head, isAtHead } = await builder.step();
  if (head !== undefined && BigInt(head.next) > until) break;
  if (isAtHead) await delay(5);
}
await kept.close();
await store.close();
