import { readFileSync } from "node:fs";
import { needsPostgres } from "@ledger/postgres-server";
import { expect, test } from "vitest";
import { statementsFile } from "../../scripts/sql/check.ts";
import { recordStatements } from "../../scripts/sql/drive.ts";
import { loadParser, plainStatements } from "../../scripts/sql/statements.ts";

// The list is made by pnpm check sql --write; whether it keeps to the subset is a test without a server.
test("every statement that goes to a server is in the list", needsPostgres, async () => {
  await loadParser();
  const listed = plainStatements([readFileSync(statementsFile, "utf8")]);
  const sent = plainStatements(await recordStatements());
  expect(sent.length).toBeGreaterThan(150);
  expect(sent.filter((statement) => !listed.includes(statement))).toEqual([]);
});
