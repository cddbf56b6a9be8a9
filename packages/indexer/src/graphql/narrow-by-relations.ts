import { isCurrent, type Narrowed, QueryRefusal, type Table } from "../answering/table.ts";
import { giveWay } from "../ledger/give-way.ts";
import type { Value } from "../row.ts";
import type { Relation } from "../tables/column.ts";
import type { Condition } from "./condition.ts";
import { narrow } from "./narrow.ts";
import type { QueryContext } from "./reader.ts";

/** Rows of another table whose values are looked for: the tokens of a large collection. */
const mostRelated = 10_000;

/** The same where the table's own columns lead to its rows, too. */
const mostBeside = 500;

/**
 * Looks for the rows of other tables that a condition asks for, where their index leads to few: a row that meets the condition has the value of one of
 * these. So the activities of a collection are found by its tokens.
 */
export async function narrowByRelations(
  narrowed: Narrowed,
  condition: Condition | null | undefined,
  table: Table<never>,
  context: QueryContext<never>,
): Promise<Narrowed> {
  let { alternatives } = narrowed;
  for (const [name, part] of partsOf(condition)) {
    const relation = table.relations?.[name];
    if (relation === undefined) continue;
    const [[own, other]] = Object.entries(relation.by) as [[string, string]];
    if (alternatives.every((fixed) => fixed.has(own))) continue;
    const isFound = alternatives.every((fixed) => table.foundBy?.some((column) => fixed.has(column)));
    const values = await valuesOf(relation, other, part, context, isFound ? mostBeside : mostRelated);
    if (values !== undefined)
      alternatives = alternatives.map((fixed) => (fixed.has(own) ? fixed : new Map([...fixed, [own, values]])));
  }
  return { ...narrowed, alternatives };
}

/** The parts of a condition all of which hold. */
function partsOf(condition: Condition | null | undefined): readonly (readonly [name: string, part: Condition])[] {
  return Object.entries(condition ?? {}).flatMap(([name, part]) => {
    if (part === undefined || part === null) return [];
    return name === "_and" ? (part as Condition[]).flatMap(partsOf) : [[name, part as Condition] as const];
  });
}

/** The values of a column of the rows that may meet a condition; `undefined` where these are not found at once, or are too many. */
async function valuesOf(
  { table }: Relation,
  column: string,
  condition: Condition,
  { ledger, tables, signal }: QueryContext<never>,
  most: number,
): Promise<readonly Value[] | undefined> {
  const other = tables[table]!;
  const { alternatives } = narrow(condition, other);
  const [fixed, ...more] = alternatives;
  if (!isCurrent(other) || fixed === undefined || more.length > 0) return undefined;
  const found = other.foundBy?.find((each) => fixed.has(each));
  if (found === undefined) return undefined;
  const place = { alternatives: [new Map([[found, fixed.get(found)!]])], bounds: new Map(), isExact: true };
  if ((await countOf(other, place, ledger)) > most) return undefined;
  const values = new Set<Value>();
  for await (const row of other.rows(ledger, fixed)) {
    const turn = giveWay(signal);
    if (turn !== undefined) await turn;
    const value = row[column] ?? null;
    if (value !== null) values.add(value);
  }
  return [...values];
}

/** Counts rows by the entries of the index; more than any number where these do not tell. */
async function countOf(table: Table<never>, place: Narrowed, ledger: never): Promise<number> {
  try {
    return (await table.count?.(ledger, place)) ?? Number.POSITIVE_INFINITY;
  } catch (error) {
    if (error instanceof QueryRefusal) return Number.POSITIVE_INFINITY;
    throw error;
  }
}
