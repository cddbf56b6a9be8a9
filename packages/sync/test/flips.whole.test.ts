import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { type damages, type FlipReport, runFlips } from "./support/flips.ts";

async function run(damage: keyof typeof damages, seed: number, count: number): Promise<FlipReport> {
  const folder = mkdtempSync(join(tmpdir(), "ledger-flips-"));
  try {
    return await runFlips({ folder, count, seed, damage });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

randomTest(
  "no flipped bit of a stopped database changes an answer unnoticed",
  { seed: 17, count: 100 },
  async (given) => {
    const report = await run("flip", given.seed, given.count);
    expect(report.silent).toEqual([]);
    expect(report.refused).toBeGreaterThan(given.count / 4);
    expect(report.reported + report.refused + report.harmless).toBe(given.count);
  },
);

randomTest(
  "no write that did not reach the disk changes an answer unnoticed",
  { seed: 18, count: 10 },
  async (given) => {
    const report = await run("torn", given.seed, given.count);
    expect(report.silent).toEqual([]);
    expect(report.refused).toBeGreaterThan(given.count / 4);
    expect(report.reported + report.refused + report.harmless).toBe(given.count);
  },
);
