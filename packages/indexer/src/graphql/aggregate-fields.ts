import { type GraphQLFieldConfigMap, GraphQLFloat, GraphQLObjectType } from "graphql";
import { Decimal } from "../decimal.ts";
import { giveWay } from "../ledger/give-way.ts";
import type { Row, Value } from "../row.ts";
import { type ColumnKind, type Columns, kindOf } from "../tables/column.ts";
import { compareValues, valuesText } from "./compare.ts";
import type { QueryContext } from "./reader.ts";
import { scalars } from "./scalars.ts";

/** Rows that are aggregated. */
export interface Aggregated {
  readonly rows: () => Promise<readonly Row[]>;
  /** Finds the greatest or the least value of a column, null where there is none; `undefined` where all rows have to be read for it. */
  readonly extreme?: ((what: "max" | "min", column: string) => Promise<Value> | undefined) | undefined;
}

/** Bounds the work of one query, and lets others have their turn. */
type FoldContext = Pick<QueryContext<never>, "fold" | "signal">;

/** Values that are visited in one step. */
const visited = 256;

const numbers: readonly ColumnKind[] = ["Int", "bigint", "smallint", "numeric"];
const ordered: readonly ColumnKind[] = [...numbers, "String", "timestamp"];

/** Visits the values of a column, and lets other questions have their turn meanwhile. */
type EachValue = (visit: (value: NonNullable<Value>) => void) => Promise<void>;

type Fold = (each: EachValue) => Promise<Value>;

/** Adds numbers up, exactly. */
const sum = async (each: EachValue): Promise<bigint | Decimal> => {
  let [digits, scale] = [0n, 0];
  await each((value) => {
    const [added, addedScale] = value instanceof Decimal ? [value.digits, value.scale] : [BigInt(value as bigint), 0];
    const common = Math.max(scale, addedScale);
    digits = digits * 10n ** BigInt(common - scale) + added * 10n ** BigInt(common - addedScale);
    scale = common;
  });
  return Decimal.of(digits, scale);
};

/** The values of a column that are there. */
function valuesOf(rows: readonly Row[], column: string, question: AbortSignal): EachValue {
  return async (visit) => {
    for (const [place, row] of rows.entries()) {
      if (place % visited === 0) await giveWay(question);
      const value = row[column] ?? null;
      if (value !== null) visit(value);
    }
  };
}

async function count(each: EachValue): Promise<number> {
  let counted = 0;
  await each(() => {
    counted += 1;
  });
  return counted;
}

const average = async (each: EachValue): Promise<number> => Number(`${await sum(each)}`) / (await count(each));

/** The mean square of the distances from the average, over all values or over one less. */
async function variance(each: EachValue, less: 0 | 1): Promise<number | null> {
  const values = await count(each);
  if (values <= less) return null;
  const mean = await average(each);
  let squares = 0;
  await each((value) => {
    squares += (Number(String(value)) - mean) ** 2;
  });
  return squares / (values - less);
}

const root = (value: number | null): number | null => (value === null ? null : Math.sqrt(value));
const extreme =
  (sign: 1 | -1): Fold =>
  async (each) => {
    let found: NonNullable<Value> | undefined;
    await each((value) => {
      if (found === undefined || sign * compareValues(value, found) > 0) found = value;
    });
    return found ?? null;
  };

/** Makes one value of those of a column that are there: of numbers, a fraction where it says so, or of all that are in an order. */
const folds: Readonly<Record<string, { readonly of: "numbers" | "ordered"; readonly isFloat?: true; fold: Fold }>> = {
  sum: { of: "numbers", fold: sum },
  avg: { of: "numbers", isFloat: true, fold: average },
  max: { of: "ordered", fold: extreme(1) },
  min: { of: "ordered", fold: extreme(-1) },
  stddev: { of: "numbers", isFloat: true, fold: async (each) => root(await variance(each, 1)) },
  stddev_pop: { of: "numbers", isFloat: true, fold: async (each) => root(await variance(each, 0)) },
  stddev_samp: { of: "numbers", isFloat: true, fold: async (each) => root(await variance(each, 1)) },
  var_pop: { of: "numbers", isFloat: true, fold: (each) => variance(each, 0) },
  var_samp: { of: "numbers", isFloat: true, fold: (each) => variance(each, 1) },
  variance: { of: "numbers", isFloat: true, fold: (each) => variance(each, 1) },
};

/** Names of what is made of the values of a column, and the kinds of columns that each is made of. */
export const foldNames: Readonly<Record<string, readonly ColumnKind[]>> = Object.fromEntries(
  Object.entries(folds).map(([what, { of }]) => [what, of === "numbers" ? numbers : ordered]),
);

/** The columns of a table that one of {@link foldNames} is made of. */
export function foldedColumns(columns: Columns, what: string): readonly string[] {
  return Object.entries(columns).flatMap(([column, type]) => (foldNames[what]!.includes(kindOf(type)) ? [column] : []));
}

/** Makes one value of those of a column; null where there is none. */
export async function foldColumn(
  what: string,
  rows: readonly Row[],
  column: string,
  context: FoldContext,
): Promise<Value> {
  context.fold(rows.length);
  const isAny = rows.some((row) => (row[column] ?? null) !== null);
  return isAny ? folds[what]!.fold(valuesOf(rows, column, context.signal)) : null;
}

/** The rows to count: all of them, or those with values in the given columns, without duplicates on request. */
export interface CountArguments {
  readonly columns?: readonly string[] | null | undefined;
  readonly distinct?: boolean | null | undefined;
}

/** Counts rows. */
export function countRows(rows: readonly Row[], { columns, distinct }: CountArguments): number {
  if (!columns?.length) return rows.length;
  const found = rows.filter((row) => columns.every((column) => (row[column] ?? null) !== null));
  return distinct === true ? new Set(found.map((row) => valuesText(row, columns))).size : found.length;
}

/**
 * The fields of an aggregate besides its count: sums, averages, extremes and spreads of columns, under the names of the public indexer.
 * Without any value each is null.
 */
export function aggregateFields(name: string, columns: Columns): GraphQLFieldConfigMap<Aggregated, FoldContext> {
  const fields: GraphQLFieldConfigMap<Aggregated, FoldContext> = {};
  for (const [what, { isFloat }] of Object.entries(folds)) {
    const folded = foldedColumns(columns, what);
    if (folded.length === 0) continue;
    const inner: GraphQLFieldConfigMap<Aggregated, FoldContext> = {};
    for (const column of folded) {
      inner[column] = {
        type: isFloat ? GraphQLFloat : scalars[kindOf(columns[column]!)],
        async resolve(aggregated, _, context) {
          const extreme = what === "max" || what === "min" ? aggregated.extreme?.(what, column) : undefined;
          return extreme ?? foldColumn(what, await aggregated.rows(), column, context);
        },
      };
    }
    const type = new GraphQLObjectType({ name: `${name}_${what}_fields`, fields: inner });
    fields[what] = { type, resolve: (aggregated) => aggregated };
  }
  return fields;
}
