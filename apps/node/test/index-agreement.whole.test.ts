import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { type AgreementPlace, agree } from "./support/agreement/agree.ts";
import { placeInFile, placeOnServer } from "./support/agreement/places.ts";

const run = { seed: "index agreement", count: 100 };
const blocks = 60;

/** Questions to one ledger; more go to several. */
const questionsPerLedger = 5_000;

/** Asks as many random ledgers as a number of questions takes. */
async function agreeOnAll(seed: string, count: number, placeOf: (ledger: number) => AgreementPlace): Promise<void> {
  for (let done = 0, ledger = 0; done < count; done += questionsPerLedger, ledger++) {
    const questions = Math.min(questionsPerLedger, count - done);
    // The first ledger is that of the seed, so that it is the same one however many there are.
    const own = ledger === 0 ? seed : `${seed} ${ledger}`;
    const { failures, passed, rows } = await agree({ seed: own, blocks, questions, places: [placeOf(ledger)] });
    expect(failures, own).toEqual([]);
    expect(passed, own).toBeGreaterThan(questions);
    expect(rows, own).toBeGreaterThan(1_000);
  }
}

// More of them, from another seed: pnpm check index.
randomTest("an index in a file answers as a look at all records does", run, async ({ seed, count }) => {
  const folder = mkdtempSync(join(tmpdir(), "index-agreement-"));
  try {
    await agreeOnAll(seed, count, (ledger) => placeInFile(join(folder, `ledger-${ledger}`)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const onServer = { ...run, count: 50, ...needsPostgres };
randomTest(
  "an index on a PostgreSQL server answers as a look at all records does",
  onServer,
  async ({ seed, count }) => {
    const { url } = await openTestDatabase();
    await agreeOnAll(seed, count, (ledger) => placeOnServer(url, `agreement_${ledger}`));
  },
);
