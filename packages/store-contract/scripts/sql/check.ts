import { readFileSync } from "node:fs";
import { formatSchema, formatShards } from "@ledger/state-store/postgres";
import { exceptions, judgeStatement } from "./rules.ts";
import { findSqlPieces, type SqlPiece } from "./sources.ts";
import { parseStatements, plainStatement } from "./statements.ts";

/** The list of all statements, for people and for the check. */
export const statementsFile: URL = new URL("../../../../docs/postgres/statements.sql", import.meta.url);

const page = new URL("../../../../docs/postgres/README.md", import.meta.url);

/** What only the tables of Citus are made with. */
const ofCitus = /^the function create_(reference|distributed)_table$/;

/** Servers that a state may be spread over. */
const layout = {
  coordinator: { name: "one", database: "ledger", users: ["ledger"] },
  shards: [{ name: "two", host: "two", port: 5432, database: "ledger", user: "ledger" }],
};

/** Checks the list of all statements, and whether it has all SQL of the sources. The parser has to be loaded. */
export function checkStatements(
  list: string,
  pieces: readonly SqlPiece[] = findSqlPieces(),
): { readonly statements: number; readonly failures: readonly string[] } {
  const failures: string[] = [];
  const used = new Set<string>();
  const texts = [list, formatSchema("ledger", "citus"), formatSchema("ledger", "cockroach")];
  const statements = texts.flatMap(parseStatements);
  for (const { tree, text } of statements) {
    const verdict = judgeStatement(tree);
    for (const name of verdict.exceptions) used.add(name);
    for (const what of verdict.refused) {
      if (!ofCitus.test(what)) failures.push(`${what}: ${plainStatement(text)}`);
    }
  }
  // What an operator runs on the servers of a spread state is PostgreSQL's own.
  const known = [...statements, ...formatShards("ledger", layout).flatMap((part) => parseStatements(part.statements))]
    .map(({ text }) => plainStatement(text))
    .join("\n");
  for (const { file, text } of pieces) {
    // A text may be several statements, of which a list has each by itself.
    for (const part of text
      .replaceAll("@.", "ledger.")
      .replaceAll(/ ?\{(by version|state)\}/g, "")
      .split(";")) {
      const plain = plainStatement(part);
      if (!known.includes(plain)) failures.push(`${file} has SQL that is not in the list of statements: ${plain}`);
    }
  }
  const told = readFileSync(page, "utf8");
  for (const [name, { name: shown, instead, lackedBy }] of Object.entries(exceptions)) {
    if (!used.has(name)) failures.push(`no statement needs the exception ${name} any more`);
    const row = `| ${shown} | ${lackedBy.join(", ")} | ${instead} |`;
    if (!told.includes(row)) failures.push(`docs/postgres/README.md lacks the row ${row}`);
  }
  return { statements: statements.length, failures };
}
