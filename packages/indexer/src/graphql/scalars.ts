import { GraphQLBoolean, GraphQLError, GraphQLInt, GraphQLScalarType, GraphQLString } from "graphql";
import type { ColumnType } from "../tables/column.ts";

/** The type of a column that holds whole numbers of any size; texts of digits are numbers too. */
function wholeNumbers(name: string): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    coerceInputValue: toBigInt,
    coerceInputLiteral: (literal) => toBigInt("value" in literal ? literal.value : undefined),
    coerceOutputValue: (value) => value,
  });
}

function toBigInt(value: unknown): bigint {
  const digits = typeof value === "number" && Number.isSafeInteger(value) ? `${value}` : value;
  if (typeof digits === "string" && /^-?\d{1,78}$/.test(digits)) return BigInt(digits);
  throw new GraphQLError("expected a whole number");
}

const time = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(?:Z|\+00(?::?00)?)?$/;

/** A time in the form in which rows have it: so texts are in the order of times. */
function toTime(value: unknown): string {
  const [, day, clock, fraction = ""] = (typeof value === "string" && time.exec(value)) || [];
  if (day === undefined) throw new GraphQLError("expected a timestamp as 2025-02-01T17:05:15.845396, in UTC");
  return /^0*$/.test(fraction) ? `${day}T${clock}` : `${day}T${clock}.${fraction.padEnd(6, "0")}`;
}

/** GraphQL types of columns. */
export const scalars: Readonly<Record<ColumnType, GraphQLScalarType>> = {
  String: GraphQLString,
  Boolean: GraphQLBoolean,
  Int: GraphQLInt,
  bigint: wholeNumbers("bigint"),
  smallint: wholeNumbers("smallint"),
  numeric: wholeNumbers("numeric"),
  timestamp: new GraphQLScalarType({
    name: "timestamp",
    coerceInputValue: toTime,
    coerceOutputValue: (value) => value,
  }),
  jsonb: new GraphQLScalarType({ name: "jsonb", coerceOutputValue: (value) => value }),
};
