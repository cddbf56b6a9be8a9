import { join } from "node:path";
import { randomTest } from "@ledger/test-run";
import { afterAll, expect } from "vitest";
import { runEdge } from "../scripts/edge-run.ts";
import { makeScratchFolder, removeScratchFolder } from "../scripts/scratch-folder.ts";

const folder = makeScratchFolder("edge-test");
afterAll(() => removeScratchFolder(folder));

// More of them, from another seed: pnpm check edge.
const edge = { seed: 5, count: 5_000 };
randomTest("reads at a moving edge are exact or pruned, from another process", edge, async ({ seed, count }) => {
  const place = { kind: "sqlite", path: join(folder, "edge.db"), logRows: 400 } as const;
  const report = await runEdge(place, seed, count);
  expect(report.exact + report.pruned).toBeGreaterThanOrEqual(count);
  expect(Math.min(report.exact, report.pruned, report.watermarks)).toBeGreaterThanOrEqual(10);
});
