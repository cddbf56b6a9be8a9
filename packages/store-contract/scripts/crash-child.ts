// The process that is killed: commits, prunes and compacts without end, and says what was acknowledged.
// node crash-child.ts PATH CHECKPOINTS [STEP MOMENT NTH]: with a step, kills itself there. CHECKPOINTS: "thread" or "own".
import { writeSync } from "node:fs";
import { createCheckpointThread, openSqliteStore } from "@ledger/state-store/sqlite";
import { continueCrashLedger } from "./crash-ledger.ts";

const [path = "", checkpoints, killStep, killMoment, nth = "1"] = process.argv.slice(2);
let left = Number(nth);

const store = openSqliteStore(path, {
  logRows: 150,
  checkpointPages: 30,
  checkpointThread: checkpoints === "thread" ? createCheckpointThread() : undefined,
  maxWalBytes: 200_000,
  onStep(step, moment) {
    if (step === killStep && moment === killMoment && --left === 0) process.kill(process.pid, "SIGKILL");
  },
});
const head = await store.summary();
const next = continueCrashLedger(head);
writeSync(1, "ready\n");
for (let i = 0; ; i++) {
  const batch = next();
  store.commit(batch);
  writeSync(1, `${batch.blocks.at(-1)!.lastVersion}\n`);
  const { version } = (await store.summary())!;
  if (i % 3 === 2) {
    await store.prune({ stateVersion: version - 90n, ledgerVersion: version - 200n }, 60);
  }
  if (i % 7 === 6) await store.compact(20_000);
}
