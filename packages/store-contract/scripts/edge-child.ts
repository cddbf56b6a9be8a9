// The writer of the edge check, next to its readers: commits and prunes close to the head until it is told to stop.
// node edge-child.ts PLACE
import { continueCrashLedger } from "./crash-ledger.ts";
import { type StorePlace, testedStore } from "./tested-store.ts";

const store = await testedStore(JSON.parse(process.argv[2] ?? "") as StorePlace).open();
const next = continueCrashLedger(undefined);
for (let i = 0; i < 60; i++) await store.commit(next());
process.send?.("ready");
let isStopping = false;
process.once("message", () => {
  isStopping = true;
});

async function turn(): Promise<void> {
  if (isStopping) {
    await store.close();
    process.exit(0);
  }
  await store.commit(next());
  const { version } = (await store.summary())!;
  // One step, so that the watermark, the sweep and the reads interleave in every way.
  await store.prune({ stateVersion: version - 40n, ledgerVersion: version - 80n }, 25);
  if (Number(version) % 10 === 0) await store.compact(20_000);
  setImmediate(turn);
}
await turn();
