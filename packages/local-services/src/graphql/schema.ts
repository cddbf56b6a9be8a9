import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from "graphql";
import { type Condition, compareValues, fixedValues, matches } from "./condition.ts";
import { scalars } from "./scalars.ts";
import type { ColumnType, Row, Table, Tables } from "./table.ts";

/** The question of a query to a table. */
interface TableArguments {
  readonly where?: Condition | null;
  readonly order_by?: readonly Ordering[] | null;
  readonly limit?: number | null;
  readonly offset?: number | null;
}

/** Directions by column, orderings by relation. */
type Ordering = { readonly [name: string]: Direction | Ordering | null };

/** How a column is ordered, and where its nulls go. */
interface Direction {
  readonly sign: 1 | -1;
  readonly nullsFirst: boolean;
}

/** One execution of a query. */
export interface QueryContext<Ledger> {
  readonly ledger: Ledger;
  /** Waits for the turn of the next table: everything else that waits has its turn between two of them. */
  readonly takeTurn: () => Promise<void>;
}

/** Rows that one answer of a table may have. */
const mostRows = 500;

const orderDirections = new GraphQLEnumType({
  name: "order_by",
  values: {
    asc: { value: { sign: 1, nullsFirst: false } satisfies Direction },
    asc_nulls_first: { value: { sign: 1, nullsFirst: true } satisfies Direction },
    asc_nulls_last: { value: { sign: 1, nullsFirst: false } satisfies Direction },
    desc: { value: { sign: -1, nullsFirst: true } satisfies Direction },
    desc_nulls_first: { value: { sign: -1, nullsFirst: true } satisfies Direction },
    desc_nulls_last: { value: { sign: -1, nullsFirst: false } satisfies Direction },
  },
});

const comparisons = Object.fromEntries(
  Object.entries(scalars).map(([name, type]) => {
    const one = { type };
    const many = { type: new GraphQLList(new GraphQLNonNull(type)) };
    const order = { _eq: one, _neq: one, _gt: one, _gte: one, _lt: one, _lte: one, _in: many, _nin: many };
    const patterns = { _like: { type: GraphQLString }, _ilike: { type: GraphQLString } };
    const fields: GraphQLInputFieldConfigMap = {
      ...(name !== "jsonb" && order),
      ...(name === "String" && patterns),
      _is_null: { type: GraphQLBoolean },
    };
    return [name, new GraphQLInputObjectType({ name: `${name}_comparison_exp`, fields })];
  }),
) as Readonly<Record<ColumnType, GraphQLInputObjectType>>;

/**
 * Derives the schema of tables: for each a list and an aggregate, with conditions, orders and pages, named as the clients of the
 * family's indexers name them.
 */
export function buildSchema<Ledger>(tables: Tables<Ledger>): GraphQLSchema {
  const objects = new Map<string, GraphQLObjectType>();
  const conditions = new Map<string, GraphQLInputObjectType>();
  const orders = new Map<string, GraphQLInputObjectType>();
  for (const [name, { columns, derived = {}, relations = {} }] of Object.entries(tables)) {
    const related = Object.entries(relations);
    const condition: GraphQLInputObjectType = new GraphQLInputObjectType({
      name: `${name}_bool_exp`,
      fields: () => ({
        _and: { type: listOf(condition) },
        _or: { type: listOf(condition) },
        _not: { type: condition },
        ...mapValues(columns, (type) => ({ type: comparisons[type] })),
        ...Object.fromEntries(related.map(([field, table]) => [field, { type: conditions.get(table)! }])),
      }),
    });
    const order = new GraphQLInputObjectType({
      name: `${name}_order_by`,
      fields: () => ({
        ...mapValues(columns, () => ({ type: orderDirections })),
        ...Object.fromEntries(related.map(([field, table]) => [field, { type: orders.get(table)! }])),
      }),
    });
    const object = new GraphQLObjectType<Row, QueryContext<Ledger>>({
      name,
      fields: () => ({
        ...mapValues(columns, (type) => ({ type: scalars[type] })),
        ...mapValues(derived, ({ type, find }) => ({
          type: scalars[type],
          resolve: (row: Row, _: unknown, { ledger }: QueryContext<Ledger>) => find(row, ledger),
        })),
        ...Object.fromEntries(related.map(([field, table]) => [field, { type: objects.get(table)! }])),
      }),
    });
    conditions.set(name, condition);
    orders.set(name, order);
    objects.set(name, object);
  }
  const fields: GraphQLFieldConfigMap<unknown, QueryContext<Ledger>> = {};
  for (const [name, table] of Object.entries(tables)) {
    const rows = listOf(objects.get(name)!);
    const args: GraphQLFieldConfigArgumentMap = {
      where: { type: conditions.get(name)! },
      order_by: { type: listOf(orders.get(name)!) },
      limit: { type: GraphQLInt },
      offset: { type: GraphQLInt },
    };
    fields[name] = {
      type: new GraphQLNonNull(rows),
      args,
      resolve: (_, given: TableArguments, context) => select(table, given, context, mostRows),
    };
    fields[`${name}_aggregate`] = {
      type: new GraphQLNonNull(aggregateOf(name, rows)),
      args,
      resolve: async (_, given: TableArguments, context) => {
        const found = await select(table, given, context, Number.POSITIVE_INFINITY);
        return { aggregate: { count: found.length }, nodes: found.slice(0, mostRows) };
      },
    };
  }
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: "query_root", fields }) });
}

function aggregateOf(name: string, rows: GraphQLList<GraphQLNonNull<GraphQLObjectType>>): GraphQLObjectType {
  const counts = new GraphQLObjectType({
    name: `${name}_aggregate_fields`,
    fields: { count: { type: new GraphQLNonNull(GraphQLInt) } },
  });
  return new GraphQLObjectType({
    name: `${name}_aggregate`,
    fields: { aggregate: { type: counts }, nodes: { type: new GraphQLNonNull(rows) } },
  });
}

async function select<Ledger>(
  table: Table<Ledger>,
  { where, order_by, limit, offset }: TableArguments,
  { ledger, takeTurn }: QueryContext<Ledger>,
  most: number,
): Promise<readonly Row[]> {
  await takeTurn();
  const candidates = await table.rows(ledger, fixedValues(where));
  const found = candidates.filter((row) => matches(row, where));
  const orders = order_by ?? [];
  if (orders.length > 0) found.sort((a, b) => compareRows(a, b, orders));
  const start = Math.max(0, offset ?? 0);
  return found.slice(start, start + Math.min(most, Math.max(0, limit ?? most)));
}

function compareRows(a: Row | null, b: Row | null, orders: readonly Ordering[]): number {
  for (const order of orders) {
    for (const [name, direction] of Object.entries(order)) {
      if (direction === null) continue;
      const [left, right] = [a?.[name] ?? null, b?.[name] ?? null];
      const compared = isDirection(direction)
        ? compareDirected(left as never, right as never, direction)
        : compareRows(left as Row | null, right as Row | null, [direction]);
      if (compared !== 0) return compared;
    }
  }
  return 0;
}

function compareDirected(a: Row[string] & (string | null), b: typeof a, { sign, nullsFirst }: Direction): number {
  if (a === null || b === null) return a === b ? 0 : (a === null) === nullsFirst ? -1 : 1;
  return sign * compareValues(a, b);
}

function isDirection(value: Direction | Ordering): value is Direction {
  return typeof value.sign === "number";
}

function listOf<T extends GraphQLNullableType>(type: T): GraphQLList<GraphQLNonNull<T>> {
  return new GraphQLList(new GraphQLNonNull(type));
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
