import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { checkStatements, statementsFile } from "../scripts/sql/check.ts";
import { judgeStatement } from "../scripts/sql/rules.ts";
import { findSqlPieces, piecesOf } from "../scripts/sql/sources.ts";
import { loadParser, parseStatements, plainStatement } from "../scripts/sql/statements.ts";

const list = readFileSync(statementsFile, "utf8");
const pieces = findSqlPieces();

beforeAll(loadParser);

const judge = (text: string) => judgeStatement(parseStatements(text)[0]!.tree);

test("the statements of the driver keep to the subset", () => {
  const { statements, failures } = checkStatements(list, pieces);
  expect(failures).toEqual([]);
  expect(statements).toBeGreaterThan(200);
});

test.each([
  ["select * from a left join lateral (select 1) b on true", ["lateral"]],
  ["select * from a, lateral unnest(a.x) b", ["lateral"]],
  ["select 1 where exists (select from a cross join lateral (select 1) b)", ["lateral"]],
  ["select pg_advisory_xact_lock(1)", ["the function pg_advisory_xact_lock"]],
  ["with a as (select pg_catalog.now() as b) select b from a", ["the function now"]],
  ["create table a partition of b for values from (0) to (1)", ["create table … partition of"]],
  ["create table a (b int references c (d))", ["a foreign key"]],
  ["select a.ctid from a", ["the system column ctid"]],
  ["select pg_sleep(1)", ["the function pg_sleep"]],
  ["listen a", ["a statement of the kind ListenStmt"]],
  ["create trigger a before insert on b execute function c()", ["a statement of the kind CreateTrigStmt"]],
])("%s is refused", (text, refused) => {
  expect(judge(text).refused).toEqual(refused);
});

test("what some engine lacks is found, and is no refusal", () => {
  const names = (text: string) => [...judge(text).exceptions];
  expect(names("create table a (b int) partition by range (b)")).toEqual(["partitions"]);
  expect(names("alter table a attach partition b for values from (0) to (1)")).toContain("partitions");
  expect(names("select pg_total_relation_size('a')")).toEqual(["sizes"]);
  expect(names("select 1")).toEqual([]);
  expect(judge("create table a (b int) partition by range (b)").refused).toEqual([]);
});

test("a list that lacks a statement of the sources fails, and so does one that is no SQL", () => {
  const lines = list.split("\n");
  const without = lines.filter((line) => !line.startsWith("delete from ledger.written_keys")).join("\n");
  expect(checkStatements(without, pieces).failures).toEqual([
    "pruning/state-pruner.ts has SQL that is not in the list of statements: delete from ledger.written_keys where last_version <= $1",
  ]);
  expect(() => checkStatements("selec 1;", pieces)).toThrow("cannot be parsed");
});

test("SQL in a source is found in texts and in what templates have between their values", () => {
  const source = [
    'const a = "select 1 from @.b";',
    "f(`delete from @.b where $" + "{c} limit 1`);",
    'const d = "no SQL: select";',
  ].join("\n");
  expect(piecesOf(source)).toEqual(["select 1 from @.b", "delete from @.b where ", " limit 1"]);
});

test("statements are compared without what differs from run to run", () => {
  expect(plainStatement("insert into check_postgres_3_plain.a (b, c)\n values ($1::x, $2::y), ($3::x, $4::y)")).toBe(
    "insert into ledger.a (b, c) values ($1::x, $2::y)",
  );
  expect(plainStatement("drop table if exists check_postgres_0.events_p17 -- why\n")).toBe(
    "drop table if exists ledger.events_p0",
  );
});
