import { kindOf, type TableShape } from "../tables/column.ts";
import type { HistoryTable } from "../tables/history-tables.ts";
import { commonValues, QueryRefusal, type TableQuestion } from "./table.ts";

/** A table, by what its rows are found and in which orders the index keeps them. */
export interface AnsweredTable extends Pick<TableShape, "columns" | "orders"> {
  /** Columns by which its rows are found at once, the most usual one first. */
  readonly foundBy: readonly string[];
  /** Column by which the rows are in order anyway. */
  readonly version?: string;
  /** Columns that are in the same order. */
  readonly rising?: readonly string[];
}

/** The most that one field may look at. */
interface Most {
  readonly most: number;
  readonly what: "rows" | "transactions" | "entries";
}

/** The ways to the rows of a table of what happened. */
export function answeredHistory({ columns, orders, topics, version, rising }: HistoryTable): AnsweredTable {
  const foundBy = topics.filter((topic) => typeof topic === "string");
  return { columns, ...(orders && { orders }), foundBy, version, rising: Object.keys(rising ?? {}) };
}

/**
 * The refusal of a question of which all rows would have to be read, to be sorted, counted or aggregated: before any is.
 *
 * @param most - of `what` that one field may look at
 */
export function tooManyToRead(
  name: string,
  table: AnsweredTable,
  question: TableQuestion,
  { most, what }: Most,
): QueryRefusal {
  const { order, isWhole } = question;
  const purpose = isWhole || order === undefined ? "for that" : `to sort by ${order.column}`;
  const reason = `'${name}' would be read ${purpose}, and more than ${most} ${what} may meet the condition`;
  return new QueryRefusal(`${reason}. ${cureOf(name, table, question)}`);
}

/** The refusal of a question after as much was looked at as one field may. */
export function lookedAtTooMany(name: string, table: AnsweredTable, { most, what }: Most): QueryRefusal {
  const reason = `the first ${most} ${what} of '${name}' that the index leads to are not enough: too few meet the condition, or the offset is large`;
  return new QueryRefusal(`${reason}. ${cureOf(name, table, undefined)}`);
}

/** Names a query that is answered whatever the size of the ledger, and what else it may ask for. */
function cureOf(name: string, table: AnsweredTable, question: TableQuestion | undefined): string {
  const fixed = question === undefined ? new Map() : commonValues(question);
  const kept = table.orders?.find(({ by, of }) => by === question?.order?.column && of !== undefined);
  const missing = table.foundBy.filter((column) => !fixed.has(column));
  const column = kept?.of ?? missing[0] ?? table.foundBy[0];
  const by = kept?.by ?? table.version ?? table.orders?.find(({ of }) => of === column)?.by;
  const where = column && `where: {${column}: {_eq: ${valueLike(table, column)}}}`;
  const range = table.version && `where: {${table.version}: {_gte: 1, _lt: 1000}}`;
  const order = by && `order_by: {${by}: desc}`;
  const given = [where ?? range, order, "limit: 25"].filter((part) => part !== undefined && part !== "");
  const columns = [...new Set([...missing, ...(table.version === undefined ? [] : [table.version, ...table.rising!])])];
  const also =
    columns.length < 2 ? "" : ` ("where" may also narrow ${listed(columns.filter((each) => each !== column))})`;
  return `A query such as {${name}(${given.join(", ")}) {${Object.keys(table.columns)[0]}}} is answered${also}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** A value that the column could have, where the client puts its own. */
function valueLike({ columns }: AnsweredTable, column: string): string {
  const kind = kindOf(columns[column]!);
  return kind === "String" ? '"…"' : kind === "Boolean" ? "true" : "1";
}
