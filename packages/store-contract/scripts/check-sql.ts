// Whether every statement of the PostgreSQL driver keeps to the SQL that distributed engines plan: `pnpm check sql`.
//   --write  takes the statements down again, from a server of its own
import { readFileSync, writeFileSync } from "node:fs";
import { checkStatements, statementsFile } from "./sql/check.ts";
import { recordStatements } from "./sql/drive.ts";
import { loadParser, plainStatements } from "./sql/statements.ts";

const head = "-- Every statement that a node sends to PostgreSQL, one a line. Made by `pnpm check sql --write`.\n";

/** What no recording has for sure: it is sent while somebody else holds a lock, or by a release with another schema. */
const rare = [
  ...["records", "hashes", "summaries", "events", "topic_events"].map(
    (table) => `alter table ledger.${table} detach partition ledger.${table}_p0 finalize`,
  ),
  "rollback to savepoint before_locks",
  "update ledger.store set schema_version = $1",
];

await loadParser();
if (process.argv.includes("--write")) {
  const lines = [...new Set([...plainStatements(await recordStatements()), ...rare])].sort();
  writeFileSync(statementsFile, head + lines.map((line) => `${line};\n`).join(""));
}
const { statements, failures } = checkStatements(readFileSync(statementsFile, "utf8"));
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.stdout.write(`${statements} statements, ${failures.length} outside the subset\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
