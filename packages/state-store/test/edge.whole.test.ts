import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runEdge } from "../scripts/edge-run.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";

const folder = makeScratchFolder("edge-test");
afterAll(() => removeScratchFolder(folder));

// The long version: pnpm check:edge.
test("reads at a moving edge are exact or pruned, from another process", { timeout: 120_000 }, async () => {
  const report = await runEdge({ kind: "sqlite", path: join(folder, "edge.db"), logRows: 400 }, 5, 20_000, () => {});
  expect(report.exact + report.pruned).toBeGreaterThanOrEqual(20_000);
  expect(Math.min(report.exact, report.pruned, report.watermarks)).toBeGreaterThanOrEqual(10);
});
