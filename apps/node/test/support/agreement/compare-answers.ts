import { type ListQuery, mostRows, type PlainDatabase, plainRelations, plainText } from "./plain-query.ts";
import type { Row } from "./plain-state.ts";
import type { Question } from "./questions.ts";
import { type Members, parseExact } from "./rest-record.ts";

/** Compares an answer with what a look at all rows says. @returns what differs; `undefined` where nothing does */
export function differenceOf(question: Question, body: string, database: PlainDatabase): string | undefined {
  const { data, errors } = parseExact(body);
  if (errors !== undefined) return `refused: ${JSON.stringify(errors)}`;
  const [answer] = Object.values(data) as [Members];
  const rows = database.list(question.query);
  if (question.kind === "count") return differenceOfCount(question, answer.aggregate.count, rows);
  if (question.kind === "row") {
    const [row] = rows;
    if (row === undefined || answer === null) return row === undefined && answer === null ? undefined : "not the row";
    return differenceOfRow(question.query, row, answer, database);
  }
  return differenceOfList(question.query, rows, answer, database);
}

function differenceOfCount(
  { counted }: Extract<Question, { readonly kind: "count" }>,
  answer: string,
  rows: readonly Row[],
): string | undefined {
  const values =
    counted === undefined ? rows : rows.map((row) => row[counted.column]!).filter((value) => value !== null);
  const expected = counted?.distinct === true ? new Set(values.map(plainText)).size : values.length;
  return answer === `${expected}` ? undefined : `${answer} are counted, and there are ${expected}`;
}

function differenceOfList(
  query: ListQuery,
  all: readonly Row[],
  answer: readonly Members[],
  database: PlainDatabase,
): string | undefined {
  const rows = all.slice(0, mostRows);
  if (rows.length !== answer.length) return `${answer.length} rows of '${query.table}', and there are ${rows.length}`;
  if (query.orders.length === 0) return differenceOfSet(query, all, answer, database);
  for (const [place, row] of rows.entries()) {
    const difference = differenceOfRow(query, row, answer[place], database);
    if (difference !== undefined) return `row ${place}: ${difference}`;
  }
  return undefined;
}

/** Without an order each row is some row of those that are wanted. They all have their keys. */
function differenceOfSet(
  query: ListQuery,
  all: readonly Row[],
  answer: readonly Members[],
  database: PlainDatabase,
): string | undefined {
  const left = new Map<string, Row[]>();
  const textOf = (row: Members): string => query.columns.map((column) => plainText(row[column])).join("|");
  for (const row of all) left.set(textOf(row), [...(left.get(textOf(row)) ?? []), row]);
  for (const given of answer) {
    const row = left.get(textOf(given))?.pop();
    if (row === undefined) return `no such row: ${textOf(given)}`;
    const difference = differenceOfRow(query, row, given, database);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function differenceOfRow(query: ListQuery, row: Row, answer: Members, database: PlainDatabase): string | undefined {
  for (const column of query.columns) {
    const [expected, given] = [plainText(row[column]), plainText(answer[column])];
    if (expected !== given) return `${query.table}.${column} is ${given}, and has to be ${expected}`;
  }
  for (const { name, query: inner } of query.relations) {
    const related = database.related(query.table, name, row);
    const given = answer[name];
    if (plainRelations[query.table]![name]!.many) {
      const difference = differenceOfList(inner, database.list(inner, related), given, database);
      if (difference !== undefined) return `${name}: ${difference}`;
    } else if (related[0] === undefined || given === null) {
      if (related[0] !== undefined || given !== null) return `${name} is ${given === null ? "missing" : "there"}`;
    } else {
      const difference = differenceOfRow(inner, related[0], given, database);
      if (difference !== undefined) return `${name}: ${difference}`;
    }
  }
  return undefined;
}
