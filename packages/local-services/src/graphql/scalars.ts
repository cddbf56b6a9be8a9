import { GraphQLBoolean, GraphQLError, GraphQLInt, GraphQLScalarType, GraphQLString } from "graphql";
import type { ColumnType } from "./table.ts";

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

function texts(name: string): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    coerceInputValue(value) {
      if (typeof value === "string") return value;
      throw new GraphQLError(`expected a ${name} as a string`);
    },
    coerceOutputValue: (value) => value,
  });
}

/** GraphQL types of columns. */
export const scalars: Readonly<Record<ColumnType, GraphQLScalarType>> = {
  String: GraphQLString,
  Boolean: GraphQLBoolean,
  Int: GraphQLInt,
  bigint: wholeNumbers("bigint"),
  numeric: wholeNumbers("numeric"),
  timestamp: texts("timestamp"),
  jsonb: new GraphQLScalarType({ name: "jsonb", coerceOutputValue: (value) => value }),
};
