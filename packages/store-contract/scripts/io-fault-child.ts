// Works on the layer that fails on purpose, and checks after every fault that nothing was lost: the step succeeded or
// was refused with a code, readers went on, the store verifies, and the same step succeeds once the fault is over.
// node io-fault-child.ts PATH OPERATIONS ERROR LASTING FAULTS: which operation of every kind of step fails, in turn. Prints the codes met.
import assert from "node:assert/strict";
import type { CommitBatch } from "@ledger/state-store";
import { openSqliteReader, openSqliteStore } from "@ledger/state-store/sqlite";
import { continueCrashLedger, crashKeys, valueAsOf } from "./crash-ledger.ts";
import { armIoFault } from "./io-faults.ts";

const [path = "", operations = "w", error = "5", lasting = "0", faults = "1"] = process.argv.slice(2);
const store = openSqliteStore(path, { logRows: 150, checkpointPages: 30, maxWalBytes: 200_000 });
const reader = openSqliteReader(path, { mmapBytes: 0, cacheBytes: 40_960 });
const next = continueCrashLedger(undefined);
for (let i = 0; i < 40; i++) store.commit(next());
const codes = new Map<string, number>();

for (const nth of faults.split(",").map(Number)) {
  let batch: CommitBatch = next();
  const target = () => {
    const { version } = store.summary() as { version: bigint };
    return { stateVersion: version - 60n, ledgerVersion: version - 120n };
  };
  const steps: readonly (() => void)[] = [
    () => store.commit(batch),
    () => void store.prune(target(), 60),
    () => void store.compact(20_000),
  ];
  for (const [index, step] of steps.entries()) {
    const before = summaryOf(store);
    armIoFault(path, { operations, nth, error: Number(error), isLasting: lasting === "1" });
    const code = codeOf(step);
    const readCode = codeOf(() => checkReads());
    armIoFault(path, undefined);
    for (const one of [code, readCode]) if (one !== undefined) codes.set(one, (codes.get(one) ?? 0) + 1);
    checkReads();
    assert.deepEqual((await store.verify()).problems, [], `operation ${nth} of step ${index}`);
    const after = summaryOf(store);
    if (index === 0) {
      const committed = batch.blocks.at(-1)!.lastVersion;
      assert.equal(after.version, code === undefined ? committed : before.version, `${code} at operation ${nth}`);
      if (code !== undefined) store.commit(batch);
      assert.equal(summaryOf(store).version, committed);
      batch = next();
      store.commit(batch);
    }
  }
}
reader.close();
store.close();
process.stdout.write(`${JSON.stringify(Object.fromEntries(codes))}\n`);

function summaryOf(source: typeof store): { version: bigint; oldestVersion: bigint } {
  return source.summary() as { version: bigint; oldestVersion: bigint };
}

/** Reads are exact, or refused with a code; never a wrong or an empty answer. */
function checkReads(): void {
  const { version, oldestVersion } = reader.summary() as { version: bigint; oldestVersion: bigint };
  for (const at of [version, oldestVersion]) {
    for (let index = 0; index < crashKeys.length; index += 7) {
      const found = reader.readState(at, crashKeys[index]!) as { bytes: Uint8Array } | undefined;
      assert.deepEqual(found?.bytes, valueAsOf(Number(at), index), `key ${index} at ${at}`);
    }
  }
}

function codeOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error_) {
    const { code } = error_ as { code?: string };
    if (code === undefined || code === "ERR_ASSERTION") throw error_;
    return code;
  }
}
