import { type PrunerReport, runPruner } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { expect, test } from "vitest";
import { buildLedger } from "../src/build-ledger.ts";

async function runUntil(
  stop: (report: PrunerReport | undefined, looks: number) => boolean,
  blocks: number,
  slackVersions: bigint,
) {
  const store = createMemoryStore();
  const ledger = buildLedger();
  await store.commit(ledger.batch([[{}], ...Array.from({ length: blocks }, () => [{}, {}])]));
  const controller = new AbortController();
  const reports: PrunerReport[] = [];
  let looks = 0;
  let time = 0;
  await runPruner({
    store,
    windows: { versions: 10n },
    signal: controller.signal,
    slackVersions,
    now: () => (time += 10),
    async sleep(ms) {
      if (ms === 0) return;
      looks++;
      if (stop(reports.at(-1), looks)) controller.abort();
      else await store.commit(ledger.batch([[{}, {}]]));
    },
    onProgress: (report) => reports.push(report),
  });
  return { store, reports };
}

test("a pruner follows the head until it is told to stop", async () => {
  const { store, reports } = await runUntil((_, looks) => looks === 5, 20, 1n);
  expect(await store.summary()).toMatchObject({ version: 48n, oldestVersion: 38n, oldestLedgerVersion: 37n });
  expect(reports.map((report) => report.oldestVersion)).toEqual([30n, 32n, 34n, 36n, 38n]);
  expect(reports.at(-1)).toMatchObject({ lag: 0n, keepsUp: true, reclaimedBytes: 0 });
  expect(reports.at(-1)!.deletedRows).toBe(37);
  expect(reports.at(-1)!.rowsPerSecond).toBeGreaterThan(0);
});

test("a pruner waits until its slack is used up", async () => {
  const { reports } = await runUntil((_, looks) => looks === 9, 5, 8n);
  expect(reports.map((report) => report.oldestVersion)).toEqual([8n, 16n]);
});

/** Whether a pruner keeps up. @param sizes - versions that are committed before each run, or during it */
async function keepsUpWith(sizes: readonly number[], when: "before" | "during"): Promise<boolean | undefined> {
  const store = createMemoryStore();
  const ledger = buildLedger();
  await store.commit(ledger.batch([[{}], ...Array.from({ length: 40 }, () => [{}, {}])]));
  const controller = new AbortController();
  const left = [...sizes];
  let keepsUp: boolean | undefined;
  await runPruner({
    store,
    windows: { versions: 10n },
    signal: controller.signal,
    stepRows: 1_000_000,
    slackVersions: 1n,
    async sleep(ms) {
      if ((ms === 0) !== (when === "during")) return;
      const size = left.shift();
      if (size === undefined) controller.abort();
      else await store.commit(ledger.batch([Array.from({ length: size }, () => ({}))]));
    },
    onProgress: (report) => {
      keepsUp = report.keepsUp;
    },
  });
  return keepsUp;
}

test("a pruner that reaches its target keeps up, however much each run begins with", async () => {
  expect(await keepsUpWith([2, 3, 4, 5, 6, 7, 8, 9], "before")).toBe(true);
});

test("a pruner that leaves more from run to run does not keep up, until it leaves less", async () => {
  expect(await keepsUpWith([2, 3, 4, 5, 6], "during")).toBe(false);
  expect(await keepsUpWith([2, 3, 4, 5, 6, 2], "during")).toBe(true);
});

test("a pruner that is stopped beforehand does nothing", async () => {
  const store = createMemoryStore();
  await store.commit(buildLedger().batch([[{}], [{}, {}]]));
  await runPruner({ store, windows: { versions: 0n }, signal: AbortSignal.abort() });
  expect((await store.summary())?.oldestVersion).toBe(0n);
});

test("what is made from the ledger takes a part of its disk budget", async () => {
  const store = createMemoryStore();
  await store.commit(buildLedger().batch(Array.from({ length: 40 }, () => [{}])));
  const { fileBytes } = await store.stats();
  const controller = new AbortController();
  const oldest: bigint[] = [];
  let otherBytes = 0;
  await runPruner({
    store,
    windows: { diskBytes: fileBytes },
    otherBytes: () => otherBytes,
    signal: controller.signal,
    async sleep(ms) {
      if (ms === 0) return;
      oldest.push(store.summary()!.oldestVersion);
      if (oldest.length === 2) controller.abort();
      otherBytes = fileBytes / 2;
    },
  });
  expect(oldest[0]).toBe(0n);
  expect(oldest[1]).toBeGreaterThan(15n);
  expect((await store.stats()).fileBytes).toBeLessThanOrEqual(fileBytes / 2);
});
