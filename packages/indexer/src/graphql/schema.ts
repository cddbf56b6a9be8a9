import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  specifiedDirectives,
} from "graphql";
import type { Table, Tables } from "../answering/table.ts";
import type { Row, Value } from "../row.ts";
import { type Columns, type ColumnType, kindOf, type Relation } from "../tables/column.ts";
import { type Aggregated, aggregateFields, type CountArguments, countRows } from "./aggregate-fields.ts";
import { createInputs, listOf, mapValues, type TableInputs } from "./inputs.ts";
import { readJsonPath } from "./json-path.ts";
import type { QueryContext } from "./reader.ts";
import { scalars } from "./scalars.ts";
import { choose, countSelected, mostRows, select, type TableArguments } from "./select.ts";
import { readBatch, type StreamArguments, type StreamedLedger } from "./stream.ts";

/** The public indexer keeps answers for a while where queries ask for it; here each is made of the newest version. */
const cached = new GraphQLDirective({
  name: "cached",
  locations: [DirectiveLocation.QUERY],
  args: {
    ttl: { type: new GraphQLNonNull(GraphQLInt), default: { value: 60 } },
    refresh: { type: new GraphQLNonNull(GraphQLBoolean), default: { value: false } },
  },
});

/** Suffixes of the roots of a table besides its name. */
export const rootSuffixes = ["_aggregate", "_by_pk", "_stream"] as const;

/**
 * The columns that may be null. Introspection shows the same ones as the public indexer. Answers allow null in every column: if earlier
 * history is unknown, a row with a missing value is worth more than no row.
 */
export type Nullability = "as published" | "as it is";

/**
 * Derives the schema of tables: for each a list, an aggregate and a row by its key, with conditions, orders and pages, and a stream of rows for
 * subscriptions, named as the clients of the family's indexers name them.
 */
export function buildSchema<Ledger extends StreamedLedger>(
  tables: Tables<Ledger>,
  nullability: Nullability = "as it is",
): GraphQLSchema {
  type Field = GraphQLFieldConfig<unknown, QueryContext<Ledger>>;
  const inputs = createInputs(tables as Tables<never>);
  const objects = new Map<string, GraphQLObjectType>();
  const aggregates = new Map<string, GraphQLObjectType>();
  for (const [name, { columns, relations = {} }] of Object.entries(tables)) {
    const object = new GraphQLObjectType<Row, QueryContext<Ledger>>({
      name,
      fields: () => ({
        ...Object.fromEntries(
          Object.entries(columns).map(([column, type]) => [column, columnField(column, type, nullability)]),
        ),
        ...mapValues(relations, (relation) => relationField(relation, tables, objects, inputs)),
        ...relationAggregates(relations, tables, aggregates, inputs),
      }),
    });
    objects.set(name, object);
  }
  const fields: Record<string, Field> = {};
  const streams: Record<string, Field> = {};
  for (const [name, table] of Object.entries(tables)) {
    const rows = listOf(objects.get(name)!);
    const args = listArguments(inputs.get(name)!);
    const aggregateType = aggregateOf(name, table.columns, rows, inputs.get(name)!);
    aggregates.set(name, aggregateType);
    fields[name] = {
      type: new GraphQLNonNull(rows),
      args,
      resolve: async (_, given: TableArguments, context) => context.give(await select(table, given, context, mostRows)),
    };
    fields[`${name}_aggregate`] = {
      type: new GraphQLNonNull(aggregateType),
      args,
      resolve: (_, given: TableArguments, context) => aggregate(table, given, context),
    };
    fields[`${name}_by_pk`] = {
      type: objects.get(name)!,
      args: Object.fromEntries(
        table.key.map((column) => [column, { type: new GraphQLNonNull(scalars[kindOf(table.columns[column]!)]) }]),
      ),
      resolve: (_, key: Readonly<Record<string, Value>>, context) => findByKey(table, key, context),
    };
    streams[`${name}_stream`] = {
      type: new GraphQLNonNull(rows),
      args: streamArguments(inputs.get(name)!),
      resolve: (_, given: StreamArguments, context) => readBatch(table, given, context),
    };
  }
  return new GraphQLSchema({
    directives: [...specifiedDirectives, cached],
    query: new GraphQLObjectType({ name: "query_root", fields }),
    subscription: new GraphQLObjectType({ name: "subscription_root", fields: { ...fields, ...streams } }),
  });
}

/** A column of a row; of one of JSON a part may be asked for. */
function columnField(column: string, type: ColumnType, nullability: Nullability): GraphQLFieldConfig<Row, unknown> {
  const scalar = scalars[kindOf(type)];
  const isPresent = nullability === "as published" && type.endsWith("!");
  const field = { type: isPresent ? new GraphQLNonNull(scalar) : scalar };
  if (kindOf(type) !== "jsonb") return field;
  return {
    ...field,
    args: { path: { type: GraphQLString } },
    resolve: (row, { path }: { readonly path?: string | null }) => {
      const value = row[column] ?? null;
      return path ? readJsonPath(path)(value) : value;
    },
  };
}

async function findByKey<Ledger>(
  table: Table<Ledger>,
  key: Readonly<Record<string, Value>>,
  context: QueryContext<Ledger>,
): Promise<Row | null> {
  const where = mapValues(key, (value) => ({ _eq: value }));
  const [row] = await select(table, { where }, context, 1);
  return row ?? null;
}

function listArguments({ condition, order, column }: TableInputs): GraphQLFieldConfigArgumentMap {
  return {
    where: { type: condition },
    order_by: { type: listOf(order) },
    distinct_on: { type: listOf(column) },
    limit: { type: GraphQLInt },
    offset: { type: GraphQLInt },
  };
}

function streamArguments({ condition, cursor }: TableInputs): GraphQLFieldConfigArgumentMap {
  return {
    batch_size: { type: new GraphQLNonNull(GraphQLInt) },
    // The public indexer's type: variables of clients are declared by it.
    cursor: { type: new GraphQLNonNull(new GraphQLList(cursor)) },
    where: { type: condition },
  };
}

function relationField<Ledger>(
  relation: Relation,
  tables: Tables<Ledger>,
  objects: ReadonlyMap<string, GraphQLObjectType>,
  inputs: ReadonlyMap<string, TableInputs>,
): GraphQLFieldConfig<Row, QueryContext<Ledger>> {
  const { table: name, many } = relation;
  const object = objects.get(name)!;
  const find = async (row: Row, given: TableArguments, context: QueryContext<Ledger>, most: number) =>
    context.give(await choose(await context.related.of(row, relation), given, tables[name]!, context, most));
  if (many === undefined) {
    return { type: object, resolve: async (row, _, context) => (await find(row, {}, context, 1))[0] ?? null };
  }
  return {
    type: new GraphQLNonNull(listOf(object)),
    args: listArguments(inputs.get(name)!),
    resolve: (row, given: TableArguments, context) => find(row, given, context, mostRows),
  };
}

/** The aggregates of the rows that belong to one, of each relation that may have several. */
function relationAggregates<Ledger>(
  relations: Readonly<Record<string, Relation>>,
  tables: Tables<Ledger>,
  aggregates: ReadonlyMap<string, GraphQLObjectType>,
  inputs: ReadonlyMap<string, TableInputs>,
): GraphQLFieldConfigMap<Row, QueryContext<Ledger>> {
  const fields: GraphQLFieldConfigMap<Row, QueryContext<Ledger>> = {};
  for (const [name, relation] of Object.entries(relations)) {
    const { table, many } = relation;
    if (many === undefined) continue;
    fields[`${name}_aggregate`] = {
      type: new GraphQLNonNull(aggregates.get(table)!),
      args: listArguments(inputs.get(table)!),
      resolve: (row, given: TableArguments, context) =>
        aggregateOver(async () =>
          choose(await context.related.of(row, relation), given, tables[table]!, context, Number.POSITIVE_INFINITY),
        ),
    };
  }
  return fields;
}

/** A question about all its rows. These are read once, and not at all where they are only counted. */
interface Aggregate extends Aggregated {
  readonly count: (counted: CountArguments) => Promise<number>;
}

function aggregate<Ledger>(table: Table<Ledger>, given: TableArguments, context: QueryContext<Ledger>): Aggregate {
  const { where, limit, offset, distinct_on: distinct } = given;
  const isCut = typeof limit === "number" || typeof offset === "number" || (distinct ?? []).length > 0;
  const extreme = async (what: "max" | "min", column: string): Promise<Value> => {
    const order = { [column]: { sign: what === "max" ? -1 : 1, nullsFirst: false } } as const;
    const [row] = await select(table, { where: where ?? null, order_by: [order], limit: 1 }, context, 1);
    return row?.[column] ?? null;
  };
  return aggregateOver(
    () => select(table, given, context, Number.POSITIVE_INFINITY),
    () => countSelected(table, given, context),
    (what, column) =>
      !isCut && table.orders?.some(({ by }) => by === column) === true ? extreme(what, column) : undefined,
  );
}

function aggregateOver(
  select: () => Promise<readonly Row[]>,
  countSelected?: () => Promise<number>,
  extreme?: Aggregated["extreme"],
): Aggregate {
  let read: Promise<readonly Row[]> | undefined;
  let counted: Promise<number> | undefined;
  const rows = (): Promise<readonly Row[]> => {
    read ??= select();
    return read;
  };
  const countAll = countSelected ?? (async () => (await rows()).length);
  return {
    rows,
    extreme,
    async count(asked) {
      if (asked.columns?.length) return countRows(await rows(), asked);
      counted ??= countAll();
      return counted;
    },
  };
}

function aggregateOf(
  name: string,
  columns: Columns,
  rows: GraphQLList<GraphQLNonNull<GraphQLObjectType>>,
  { column }: TableInputs,
): GraphQLObjectType {
  const counts: GraphQLFieldConfigMap<Aggregate, QueryContext<unknown>> = {
    count: {
      type: new GraphQLNonNull(GraphQLInt),
      args: { columns: { type: listOf(column) }, distinct: { type: GraphQLBoolean } },
      resolve: (of, given: CountArguments) => of.count(given),
    },
    ...aggregateFields(name, columns),
  };
  const type = new GraphQLObjectType({ name: `${name}_aggregate_fields`, fields: counts });
  const fields: GraphQLFieldConfigMap<Aggregate, QueryContext<unknown>> = {
    aggregate: { type, resolve: (of) => of },
    nodes: {
      type: new GraphQLNonNull(rows),
      resolve: async (of, _, context) => context.give((await of.rows()).slice(0, mostRows)),
    },
  };
  return new GraphQLObjectType({ name: `${name}_aggregate`, fields });
}
