import { type GraphQLFieldConfigMap, GraphQLFloat, GraphQLObjectType } from "graphql";
import { Decimal } from "../decimal.ts";
import type { Row, Value } from "../row.ts";
import type { Columns, ColumnType } from "../tables/column.ts";
import { compareValues } from "./compare.ts";
import type { QueryContext } from "./reader.ts";
import { scalars } from "./scalars.ts";

/** Rows that are aggregated. */
interface Aggregated {
  readonly rows: () => Promise<readonly Row[]>;
}

/** Bounds the work of one query, and lets others have their turn. */
type FoldContext = Pick<QueryContext<never>, "fold" | "takeTurn">;

/** Rows of which an aggregate has a turn of its own: it may take milliseconds. */
const manyRows = 1_000;

const numbers: readonly ColumnType[] = ["Int", "bigint", "smallint", "numeric"];
const ordered: readonly ColumnType[] = [...numbers, "String", "timestamp"];

type Fold = (values: readonly NonNullable<Value>[]) => Value;

/** Adds numbers up, exactly. */
function sum(values: readonly NonNullable<Value>[]): bigint | Decimal {
  let [digits, scale] = [0n, 0];
  for (const value of values) {
    const [added, addedScale] = value instanceof Decimal ? [value.digits, value.scale] : [BigInt(value as bigint), 0];
    const common = Math.max(scale, addedScale);
    digits = digits * 10n ** BigInt(common - scale) + added * 10n ** BigInt(common - addedScale);
    scale = common;
  }
  return Decimal.of(digits, scale);
}

const average = (values: readonly NonNullable<Value>[]): number => Number(`${sum(values)}`) / values.length;

/** The mean square of the distances from the average, over all values or over one less. */
function variance(values: readonly NonNullable<Value>[], less: 0 | 1): number | null {
  if (values.length <= less) return null;
  const mean = average(values);
  const squares = values.map((value) => (Number(String(value)) - mean) ** 2);
  return squares.reduce((all, each) => all + each, 0) / (values.length - less);
}

const root = (value: number | null): number | null => (value === null ? null : Math.sqrt(value));
const extreme =
  (sign: 1 | -1): Fold =>
  (values) =>
    values.reduce((found, each) => (sign * compareValues(each, found) > 0 ? each : found));

/** Makes one value of those of a column that are there: of numbers, a fraction where it says so, or of all that are in an order. */
const folds: Readonly<Record<string, { readonly of: "numbers" | "ordered"; readonly isFloat?: true; fold: Fold }>> = {
  sum: { of: "numbers", fold: sum },
  avg: { of: "numbers", isFloat: true, fold: average },
  max: { of: "ordered", fold: extreme(1) },
  min: { of: "ordered", fold: extreme(-1) },
  stddev: { of: "numbers", isFloat: true, fold: (values) => root(variance(values, 1)) },
  stddev_pop: { of: "numbers", isFloat: true, fold: (values) => root(variance(values, 0)) },
  stddev_samp: { of: "numbers", isFloat: true, fold: (values) => root(variance(values, 1)) },
  var_pop: { of: "numbers", isFloat: true, fold: (values) => variance(values, 0) },
  var_samp: { of: "numbers", isFloat: true, fold: (values) => variance(values, 1) },
  variance: { of: "numbers", isFloat: true, fold: (values) => variance(values, 1) },
};

/**
 * The fields of an aggregate besides its count: sums, averages, extremes and spreads of columns, under the names of the public indexer.
 * Without any value each is null.
 */
export function aggregateFields(name: string, columns: Columns): GraphQLFieldConfigMap<Aggregated, FoldContext> {
  const fields: GraphQLFieldConfigMap<Aggregated, FoldContext> = {};
  for (const [what, { of, isFloat, fold }] of Object.entries(folds)) {
    const kinds = of === "numbers" ? numbers : ordered;
    const folded = Object.entries(columns).filter(([, type]) => kinds.includes(type));
    if (folded.length === 0) continue;
    const inner: GraphQLFieldConfigMap<readonly Row[], FoldContext> = {};
    for (const [column, type] of folded) {
      const resolve = async (rows: readonly Row[], _: unknown, context: FoldContext): Promise<Value> => {
        context.fold(rows.length);
        // A query may have hundreds of these fields: without a pause between them it could not be cancelled, either.
        if (rows.length >= manyRows) await context.takeTurn();
        const values = rows.flatMap((row) => row[column] ?? []) as readonly NonNullable<Value>[];
        return values.length === 0 ? null : fold(values);
      };
      inner[column] = { type: isFloat ? GraphQLFloat : scalars[type], resolve };
    }
    const type = new GraphQLObjectType({ name: `${name}_${what}_fields`, fields: inner });
    fields[what] = { type, resolve: (aggregated) => aggregated.rows() };
  }
  return fields;
}
