// The writer beside the readers of the edge check: commits and prunes close behind the head until it is told to stop.
// node edge-child.ts PATH
import { openSqliteStore } from "../src/sqlite/index.ts";
import { continueCrashLedger } from "./crash-ledger.ts";

const store = openSqliteStore(process.argv[2] ?? "", { logRows: 400, checkpointPages: 200 });
const next = continueCrashLedger(undefined);
for (let i = 0; i < 60; i++) store.commit(next());
process.send?.("ready");
process.once("message", () => {
  store.close();
  process.exit(0);
});

async function turn(): Promise<void> {
  store.commit(next());
  const { version } = (await store.summary())!;
  // One step, so that the watermark, the sweep and the reads interleave in every way.
  await store.prune({ stateVersion: version - 40n, ledgerVersion: version - 80n }, 25);
  if (Number(version) % 10 === 0) await store.compact(20_000);
  setImmediate(turn);
}
await turn();
