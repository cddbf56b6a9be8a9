import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { runFlips } from "./support/flips.ts";

const flips = { seed: 17, count: 60 };
randomTest("no flipped bit of a stopped database changes an answer unnoticed", flips, async ({ seed, count }) => {
  const folder = mkdtempSync(join(tmpdir(), "ledger-flips-"));
  const report = await runFlips({ folder, count, seed });
  rmSync(folder, { recursive: true, force: true });
  expect(report.silent).toEqual([]);
  expect(report.reported).toBeGreaterThan(count / 4);
  expect(report.reported + report.refused + report.harmless).toBe(count);
});
