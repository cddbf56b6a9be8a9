import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needsPostgres, startPostgres } from "@ledger/postgres-server";
import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { agree } from "./support/agreement/agree.ts";
import { placeInFile, placeOnServer } from "./support/agreement/places.ts";

const run = { seed: "index agreement", count: 400 };
const blocks = 60;

randomTest("an index in a file answers as a look at all records does", run, async ({ seed, count }) => {
  const folder = mkdtempSync(join(tmpdir(), "index-agreement-"));
  try {
    const place = placeInFile(join(folder, "ledger"));
    const { failures, passed, rows } = await agree({ seed, blocks, questions: count, places: [place] });
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(count);
    expect(rows).toBeGreaterThan(1_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const onServer = { ...run, count: 200, ...needsPostgres };
randomTest(
  "an index on a PostgreSQL server answers as a look at all records does",
  onServer,
  async ({ seed, count }) => {
    const server = await startPostgres({ settings: { fsync: "off" } });
    try {
      const place = placeOnServer((parameters) => server.url(parameters), "agreement");
      const { failures, passed } = await agree({ seed, blocks, questions: count, places: [place] });
      expect(failures).toEqual([]);
      expect(passed).toBeGreaterThan(count);
    } finally {
      await server.close();
    }
  },
);
