import { GraphQLBoolean, GraphQLError, GraphQLInt, GraphQLScalarType, GraphQLString } from "graphql";
import { type Decimal, parseDecimal } from "../decimal.ts";
import type { ColumnKind } from "../tables/column.ts";

/** The type of a column that holds numbers of any size; texts of digits are numbers too. */
function exactNumbers(name: string, read: (value: unknown) => bigint | Decimal): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    coerceInputValue: read,
    coerceInputLiteral: (literal) => read("value" in literal ? literal.value : undefined),
    coerceOutputValue: (value) => value,
  });
}

function toBigInt(value: unknown): bigint {
  const number = toNumber(value);
  if (typeof number === "bigint") return number;
  throw new GraphQLError("expected a whole number");
}

function toNumber(value: unknown): bigint | Decimal {
  const isExact = typeof value === "number" && (Number.isSafeInteger(value) || !Number.isInteger(value));
  const digits = isExact ? `${value}` : value;
  const number = typeof digits === "string" ? parseDecimal(digits) : undefined;
  if (number === undefined) throw new GraphQLError("expected a number in decimal digits");
  return number;
}

const time = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(?:Z|\+00(?::?00)?)?$/;

/** A time in the form in which rows have it: so texts are in the order of times. */
function toTime(value: unknown): string {
  const [, day, clock, fraction = ""] = (typeof value === "string" && time.exec(value)) || [];
  if (day === undefined) throw new GraphQLError("expected a timestamp as 2025-02-01T17:05:15.845396, in UTC");
  return /^0*$/.test(fraction) ? `${day}T${clock}` : `${day}T${clock}.${fraction.padEnd(6, "0")}`;
}

/** GraphQL types of columns. */
export const scalars: Readonly<Record<ColumnKind, GraphQLScalarType>> = {
  String: GraphQLString,
  Boolean: GraphQLBoolean,
  Int: GraphQLInt,
  bigint: exactNumbers("bigint", toBigInt),
  smallint: exactNumbers("smallint", toBigInt),
  numeric: exactNumbers("numeric", toNumber),
  timestamp: new GraphQLScalarType({
    name: "timestamp",
    coerceInputValue: toTime,
    coerceOutputValue: (value) => value,
  }),
  jsonb: new GraphQLScalarType({ name: "jsonb", coerceOutputValue: (value) => value }),
};
