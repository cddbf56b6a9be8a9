import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runFlips } from "./support/flips.ts";

test("no flipped bit of a stopped database changes an answer without being noticed", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "ledger-flips-"));
  const report = await runFlips({ folder, count: 60, seed: 17 });
  rmSync(folder, { recursive: true, force: true });
  expect(report.silent).toEqual([]);
  expect(report.reported).toBeGreaterThan(15);
  expect(report.reported + report.refused + report.harmless).toBe(60);
});
