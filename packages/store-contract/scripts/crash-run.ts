import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { openSqliteStore, type StoreStep } from "@ledger/state-store/sqlite";
import { crashKeys, isBatchEnd, valueAsOf } from "./crash-ledger.ts";
import { armIoFault, ioLayerEnvironment } from "./io-faults.ts";
import { type KillMoment, runUntilKilled } from "./run-until-killed.ts";

/**
 * When a child dies: at a random moment, some milliseconds after it is ready, by its own hand at a step, or right before one
 * of its writes, syncs and truncations of the file, counted from its start: between two of them lies every state that a
 * creation, commit, merge, prune, checkpoint or vacuum can leave.
 */
export type KillPlan =
  | KillMoment
  | { readonly step: StoreStep; readonly moment: "before" | "after"; readonly nth: number };

const child = fileURLToPath(new URL("crash-child.ts", import.meta.url));

/** Every named kill point. */
export const killPoints: readonly KillPlan[] = (
  ["create", "commit", "merge", "prune", "compact", "checkpoint"] as const
).flatMap((step) =>
  (["before", "after"] as const).flatMap((moment) =>
    (step === "create" ? [1] : [1, 4]).map((nth) => ({ step, moment, nth })),
  ),
);

/**
 * Starts a process that writes to the store at `path`, has it killed, and checks what is left: the store opens and verifies,
 * ends with a whole batch, has everything that was acknowledged, and answers every read as its ledger says.
 *
 * @returns the last version of the store
 */
export async function crashOnce(path: string, plan: KillPlan): Promise<bigint | undefined> {
  const acknowledged = await runAndKill(path, plan);
  const store = openSqliteStore(path);
  try {
    const report = await store.verify();
    assert.deepEqual(report.problems, []);
    const summary = await store.summary();
    if (acknowledged !== undefined)
      assert.ok(summary !== undefined && summary.version >= acknowledged, `${acknowledged} was lost`);
    if (summary === undefined) return undefined;
    assert.ok(isBatchEnd(summary.version), `version ${summary.version} ends no batch`);
    for (const version of [summary.version, summary.oldestVersion, (summary.version + summary.oldestVersion) / 2n]) {
      for (const [index, key] of crashKeys.entries()) {
        const found = await store.readState(version, key);
        assert.deepEqual(found?.bytes, valueAsOf(Number(version), index), `key ${index} at ${version}`);
      }
    }
    return summary.version;
  } finally {
    store.close();
  }
}

/** Every other process that does not end itself makes its checkpoints in a thread. */
function checkpointsOf(plan: Exclude<KillPlan, { readonly step: StoreStep }>): string {
  return ("afterMs" in plan ? plan.afterMs : plan.beforeCall) % 2 === 0 ? "thread" : "own";
}

async function runAndKill(path: string, plan: KillPlan): Promise<bigint | undefined> {
  const args = "step" in plan ? ["own", plan.step, plan.moment, String(plan.nth)] : [checkpointsOf(plan)];
  let env = process.env;
  if ("layer" in plan) {
    env = ioLayerEnvironment(plan.layer, path);
    armIoFault(path, { operations: "wst", nth: plan.beforeCall, error: 0, isLasting: false });
  }
  const moment = "step" in plan ? undefined : plan;
  const last = (await runUntilKilled(child, [path, ...args], moment, env)).at(-1);
  return last === undefined ? undefined : BigInt(last);
}
