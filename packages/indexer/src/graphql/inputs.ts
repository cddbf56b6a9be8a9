import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLString,
} from "graphql";
import { isCurrent, type Tables } from "../answering/table.ts";
import type { ColumnType, TableShape } from "../tables/column.ts";
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

const comparisons = Object.fromEntries(
  Object.entries(scalars).map(([name, type]) => {
    const one = { type };
    const many = { type: listOf(type) };
    const order = { _gt: one, _gte: one, _lt: one, _lte: one };
    const patterns = Object.fromEntries(patternOperators.map((operator) => [operator, text]));
    const json = { _contains: one, _contained_in: one, _has_key: text, _has_keys_all: texts, _has_keys_any: texts };
    const fields: GraphQLInputFieldConfigMap = {
      ...{ _eq: one, _neq: one, _in: many, _nin: many },
      ...(name !== "jsonb" && order),
      ...(name === "String" && patterns),
      ...(name === "jsonb" && json),
      _is_null: { type: GraphQLBoolean },
    };
    return [name, new GraphQLInputObjectType({ name: `${name}_comparison_exp`, fields })];
  }),
) as Readonly<Record<ColumnType, GraphQLInputObjectType>>;

/** Makes the conditions, orders and names of columns of all tables, which may speak of the tables that belong to theirs. */
export function createInputs(tables: Tables<never>): ReadonlyMap<string, TableInputs> {
  const inputs = new Map<string, TableInputs>();
  for (const [name, shape] of Object.entries(tables)) {
    const related = (of: "condition" | "order", single: boolean): GraphQLInputFieldConfigMap =>
      Object.fromEntries(
        Object.entries(shape.relations ?? {})
          .filter(([, { table, many }]) => isCurrent(tables[table]!) && !(single && many))
          .map(([field, { table }]) => [field, { type: inputs.get(table)![of] }]),
      );
    const condition: GraphQLInputObjectType = new GraphQLInputObjectType({
      name: `${name}_bool_exp`,
      fields: () => ({
        _and: { type: listOf(condition) },
        _or: { type: listOf(condition) },
        _not: { type: condition },
        ...mapValues(shape.columns, (type) => ({ type: comparisons[type] })),
        ...related("condition", false),
      }),
    });
    const order = new GraphQLInputObjectType({
      name: `${name}_order_by`,
      fields: () => ({
        ...mapValues(shape.columns, () => ({ type: orderDirections })),
        ...related("order", true),
      }),
    });
    inputs.set(name, { condition, order, column: columnNames(name, shape), cursor: cursorInput(name, shape) });
  }
  return inputs;
}

function columnNames(name: string, { columns }: TableShape): GraphQLEnumType {
  return new GraphQLEnumType({ name: `${name}_select_column`, values: mapValues(columns, () => ({})) });
}

function cursorInput(name: string, { columns }: TableShape): GraphQLInputObjectType {
  const ordered = Object.entries(columns).filter(([, type]) => type !== "jsonb");
  const initial = new GraphQLInputObjectType({
    name: `${name}_stream_cursor_value_input`,
    fields: Object.fromEntries(ordered.map(([column, type]) => [column, { type: scalars[type] }])),
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
