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

test("a pruner that is stopped beforehand does nothing", async () => {
  const store = createMemoryStore();
  await store.commit(buildLedger().batch([[{}], [{}, {}]]));
  await runPruner({ store, windows: { versions: 0n }, signal: AbortSignal.abort() });
  expect((await store.summary())?.oldestVersion).toBe(0n);
});
