import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLString,
} from "graphql";
import type { Tables } from "../answering/table.ts";
import { type ColumnKind, type Columns, kindOf, type TableShape } from "../tables/column.ts";
import { foldedColumns, foldNames } from "./aggregate-fields.ts";
import type { Direction } from "./compare.ts";
import { scalars } from "./scalars.ts";

/** The input types of one table. */
export interface TableInputs {
  readonly condition: GraphQLInputObjectType;
  readonly order: GraphQLInputObjectType;
  readonly column: GraphQLEnumType;
  /** The beginning of a stream. */
  readonly cursor: GraphQLInputObjectType;
}

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

const cursorOrdering = new GraphQLEnumType({ name: "cursor_ordering", values: { ASC: {}, DESC: {} } });

const text = { type: GraphQLString } as const;
const texts = { type: listOf(GraphQLString) } as const;

const patternOperators = [
  ...["_like", "_nlike", "_ilike", "_nilike", "_similar", "_nsimilar"],
  ...["_regex", "_nregex", "_iregex", "_niregex"],
];

const castCondition: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: "jsonb_cast_exp",
  fields: () => ({ String: { type: comparisons.String } }),
});

const comparisons: Readonly<Record<ColumnKind, GraphQLInputObjectType>> = Object.fromEntries(
  Object.entries(scalars).map(([name, type]) => {
    const one = { type };
    const many = { type: listOf(type) };
    const order = { _gt: one, _gte: one, _lt: one, _lte: one };
    const patterns = Object.fromEntries(patternOperators.map((operator) => [operator, text]));
    const json = { _contains: one, _contained_in: one, _has_key: text, _has_keys_all: texts, _has_keys_any: texts };
    const fields: GraphQLInputFieldConfigMap = {
      ...{ _eq: one, _neq: one, _in: many, _nin: many },
      ...order,
      ...(name === "String" && patterns),
      ...(name === "jsonb" && { ...json, _cast: { type: castCondition } }),
      _is_null: { type: GraphQLBoolean },
    };
    return [name, new GraphQLInputObjectType({ name: `${name}_comparison_exp`, fields })];
  }),
) as Readonly<Record<ColumnKind, GraphQLInputObjectType>>;

/** Makes the conditions, orders and names of columns of all tables, which may speak of the tables that belong to theirs. */
export function createInputs(tables: Tables<never>): ReadonlyMap<string, TableInputs> {
  const inputs = new Map<string, TableInputs>();
  const aggregated = new Map<string, AggregateInputs>();
  for (const [name, shape] of Object.entries(tables)) {
    const relations = Object.entries(shape.relations ?? {});
    const aggregates = (of: keyof AggregateInputs): GraphQLInputFieldConfigMap =>
      Object.fromEntries(
        relations
          .filter(([, { many }]) => many)
          .map(([field, { table }]) => [`${field}_aggregate`, { type: aggregated.get(table)![of] }]),
      );
    const condition: GraphQLInputObjectType = new GraphQLInputObjectType({
      name: `${name}_bool_exp`,
      fields: () => ({
        _and: { type: listOf(condition) },
        _or: { type: listOf(condition) },
        _not: { type: condition },
        ...mapValues(shape.columns, (type) => ({ type: comparisons[kindOf(type)] })),
        ...Object.fromEntries(relations.map(([field, { table }]) => [field, { type: inputs.get(table)!.condition }])),
        ...aggregates("condition"),
      }),
    });
    const order = new GraphQLInputObjectType({
      name: `${name}_order_by`,
      fields: () => ({
        ...mapValues(shape.columns, () => ({ type: orderDirections })),
        ...Object.fromEntries(
          relations
            .filter(([, { many }]) => !many)
            .map(([field, { table }]) => [field, { type: inputs.get(table)!.order }]),
        ),
        ...aggregates("order"),
      }),
    });
    inputs.set(name, { condition, order, column: columnNames(name, shape), cursor: cursorInput(name, shape) });
  }
  const many = Object.values(tables).flatMap(({ relations = {} }) =>
    Object.values(relations).flatMap(({ table, many: isMany }) => (isMany ? [table] : [])),
  );
  for (const name of new Set(many)) {
    const { columns } = tables[name]!;
    const order = aggregateOrder(name, columns);
    aggregated.set(name, { order, condition: aggregateCondition(name, columns, inputs.get(name)!) });
  }
  return inputs;
}

/** The input types about all rows of a table that belong to one of another table. */
interface AggregateInputs {
  readonly condition: GraphQLInputObjectType;
  readonly order: GraphQLInputObjectType;
}

function aggregateOrder(name: string, columns: Columns): GraphQLInputObjectType {
  const fields: GraphQLInputFieldConfigMap = { count: { type: orderDirections } };
  for (const what of Object.keys(foldNames)) {
    const folded = foldedColumns(columns, what);
    if (folded.length === 0) continue;
    const inner = Object.fromEntries(folded.map((column) => [column, { type: orderDirections }]));
    fields[what] = { type: new GraphQLInputObjectType({ name: `${name}_${what}_order_by`, fields: inner }) };
  }
  return new GraphQLInputObjectType({ name: `${name}_aggregate_order_by`, fields });
}

function aggregateCondition(
  name: string,
  columns: Columns,
  { condition, column }: TableInputs,
): GraphQLInputObjectType {
  const type = `${name}_aggregate_bool_exp`;
  const about = (what: string, columnsType: GraphQLInputType, predicate: ColumnKind) => ({
    type: new GraphQLInputObjectType({
      name: `${type}_${what}`,
      fields: {
        arguments: { type: columnsType },
        distinct: { type: GraphQLBoolean },
        filter: { type: condition },
        predicate: { type: new GraphQLNonNull(comparisons[predicate]) },
      },
    }),
  });
  const fields: GraphQLInputFieldConfigMap = { count: about("count", listOf(column), "Int") };
  const truths = Object.entries(columns).flatMap(([each, kind]) => (kindOf(kind) === "Boolean" ? [[each, {}]] : []));
  for (const what of truths.length > 0 ? ["bool_and", "bool_or"] : []) {
    const named = `${name}_select_column_${type}_${what}_arguments_columns`;
    const columnsType = new GraphQLEnumType({ name: named, values: Object.fromEntries(truths) });
    fields[what] = about(what, new GraphQLNonNull(columnsType), "Boolean");
  }
  return new GraphQLInputObjectType({ name: type, fields });
}

function columnNames(name: string, { columns }: TableShape): GraphQLEnumType {
  return new GraphQLEnumType({ name: `${name}_select_column`, values: mapValues(columns, () => ({})) });
}

function cursorInput(name: string, { columns }: TableShape): GraphQLInputObjectType {
  const initial = new GraphQLInputObjectType({
    name: `${name}_stream_cursor_value_input`,
    fields: mapValues(columns, (type) => ({ type: scalars[kindOf(type)] })),
  });
  return new GraphQLInputObjectType({
    name: `${name}_stream_cursor_input`,
    fields: { initial_value: { type: new GraphQLNonNull(initial) }, ordering: { type: cursorOrdering } },
  });
}

/** A list without nulls. */
export function listOf<T extends GraphQLNullableType>(type: T): GraphQLList<GraphQLNonNull<T>> {
  return new GraphQLList(new GraphQLNonNull(type));
}

/** The members of an object, each replaced. */
export function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
