import { readVectorJson } from "@ledger/vectors";
import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import { expect, test } from "vitest";
import { ledgerTables } from "../src/answering/ledger-tables.ts";
import { buildSchema } from "../src/graphql/schema.ts";

/** The type of a field, an argument or a member of an input. */
interface PublishedField {
  readonly type: string;
  readonly nullable: boolean;
  readonly list?: boolean;
  readonly itemNullable?: boolean;
}

type Shape = ReadonlyMap<string, string>;

interface Published {
  readonly types: Readonly<Record<string, Readonly<Record<string, PublishedField>>>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

/** Tables of the published schema that this node does not have. */
const leftOut: Readonly<Record<string, string>> = {
  address_events_summary: "dropped by the public indexer in November 2025; counts all events of an account",
  address_version_from_events:
    "dropped in November 2025; versions with events of an account: account_transactions has them",
  address_version_from_move_resources:
    "dropped in November 2025; versions that write an account: account_transactions has them",
  coin_balances: "dropped in November 2025; every balance that ever was: fungible_asset_activities has the changes",
  collection_datas: "dropped in November 2025; every state that a collection of 0x3 ever had",
  current_ans_lookup: "dropped in November 2025; current_ans_lookup_v2 has its rows",
  indexer_status: "dropped; says that a database is up",
  move_resources: "dropped in November 2025; every version of every resource: REST reads them",
  token_activities: "dropped in November 2025; token_activities_v2 has what happened to tokens of both standards",
  token_datas: "dropped in November 2025; every state that a token of 0x3 ever had",
  token_ownerships: "dropped in November 2025; every balance of a token of 0x3 that ever was",
  tokens: "dropped in November 2025; every state of the properties of a token of 0x3 that ever was",
};

/** Where a column appears: in its table, and in the inputs and aggregates that are made of the table's columns. */
const column = (table: string, names: string): RegExp =>
  new RegExp(
    `^also ${table}(?:BoolExp|OrderBy|SelectColumn|StreamCursorValueInput|M(?:ax|in)(?:Fields|OrderBy))?\\.(?:${names}): `,
  );

const newer = "a column that the public indexer has had since the client's release";

/** Kinds of differences, each with its reason. */
const allowed: readonly (readonly [kind: RegExp, reason: string])[] = [
  [
    /^also \w+(?:Aggregate(?:Fields|FieldsCountArgs|Args)?|(?:Avg|Max|Min|Sum|Stddev|StddevPop|StddevSamp|VarPop|VarSamp|Variance)Fields)$/,
    "every table has aggregates here; the public indexer gives those of some, because of what they cost its database",
  ],
  [/^also (?:Query|Subscription)Root\.\w+_aggregate: /, "roots of these aggregates"],
  [/^also \w+\.\w+_aggregate: /, "these aggregates of relations, and conditions about them"],
  [/^also \w+AggregateBoolExp/, "inputs of these conditions"],
  [/^also (?:Query|Subscription)Root(?:\.\w+_by_pk: |\w+ByPkArgs$)/, "every table has a key here, views too"],
  [
    /^also \w+RootProposalVotesByPkArgs\.staking_pool_address: /,
    "a voter votes with several pools in one transaction: these are several rows",
  ],
  [column("CoinActivities", "gas_fee_payer_address"), "the activities that its rows are made of have it"],
  [column("CurrentAnsLookupV2", "token_data_id"), "names are joined to owners by it, and not by a text"],
  [column("CurrentAnsLookupV2", "subdomain_expiration_policy"), newer],
  [column("CurrentAptosNames", "token_data_id"), "as in current_ans_lookup_v2"],
  [column("CurrentObjects", "untransferrable"), newer],
  [column("FungibleAssetMetadata", "is_token_v2"), newer],
  [column("Signatures", "any_signature_type|public_key_type|function_info"), newer],
  [column("TableItems", "transaction_block_height|is_deleted"), "of every write that a row is about"],
  [column("UserTransactions", "encrypted_state"), newer],
  [column("UserTransactions", "signature"), "a relation that the public indexer has had since the client's release"],
  [/^no CurrentAptosNames\w*\.is_domain_owner: /, "what it is joined by is published nowhere"],
  [/^no CurrentTokenOwnerships\w*\.aptos_name: /, "as above; current_token_datas_v2 has the relation"],
  [
    /^no CurrentTokenOwnerships(?:Aggregate(?:BoolExp\w*|OrderBy)|\w+OrderBy)$/,
    "only tables that are left out have a relation to many of these rows",
  ],
];

const published = readVectorJson<Published>("indexer/public-schema.json");
const publishedTypes = new Map<string, Shape>([
  ...Object.entries(published.types).map(([name, fields]) => [name, shapeOf(fields)] as const),
  ...Object.entries(published.enums).map(
    ([name, values]) => [name, new Map(values.map((value) => [value, "a value"]))] as const,
  ),
]);
const ourTypes = new Map<string, Shape>(
  Object.values(buildSchema(ledgerTables, "as published").getTypeMap()).flatMap(shapesOf),
);
const left = Object.keys(leftOut).map(camel);
const ours = Object.keys(ledgerTables).map(camel);
const differences = [...publishedTypes.keys(), ...ourTypes.keys()]
  .filter((name, place, all) => all.indexOf(name) === place && !isLeftOut(name))
  .flatMap(differencesOf);

test("the tables that are left out are those of the published schema that are not here", () => {
  const roots = [...publishedTypes.get("QueryRoot")!.keys()].filter((name) => !/_(aggregate|by_pk)$/.test(name));
  expect(Object.keys(leftOut)).toEqual(roots.filter((name) => !Object.hasOwn(ledgerTables, name)));
});

test("the schema is the published one, but for what is listed with its reason", () => {
  expect(differences.filter((one) => !allowed.some(([kind]) => kind.test(one)))).toEqual([]);
  expect(allowed.length).toBeLessThanOrEqual(20);
});

test("lists no difference that there is not", () => {
  expect(allowed.filter(([kind]) => !differences.some((one) => kind.test(one)))).toEqual([]);
});

/** True for the types of a table that is left out, and of the arguments of fields that lead to it. */
function isLeftOut(type: string): boolean {
  const name = type.replace(/^(?:Query|Subscription)Root/, "");
  const tables = [...publishedTypes.keys()].filter((table) => leads(name, table));
  const longest = tables.sort((a, b) => b.length - a.length)[0];
  if (longest !== undefined && left.includes(longest)) return true;
  return left.some((table) => new RegExp(`${table}(?:Aggregate)?Args$`).test(name));
}

/** True where a type's name begins with that of a table. */
function leads(name: string, table: string): boolean {
  return name.startsWith(table) && (left.includes(table) || ours.includes(table));
}

function differencesOf(name: string): string[] {
  const [theirs, own] = [publishedTypes.get(name), ourTypes.get(name)];
  if (theirs === undefined) return [`also ${name}`];
  if (own === undefined) return [`no ${name}`];
  return [
    ...[...theirs].flatMap(([field, type]) => {
      const found = own.get(field);
      if (found !== undefined) return found === type ? [] : [`${name}.${field}: ${found}, published is ${type}`];
      const isExplained = isLeftOut(type.replace(/[[\]!]/g, "")) || isLeftOutRoot(name, field);
      return isExplained ? [] : [`no ${name}.${field}: ${type}`];
    }),
    ...[...own].flatMap(([field, type]) => (theirs.has(field) ? [] : [`also ${name}.${field}: ${type}`])),
  ];
}

function isLeftOutRoot(type: string, field: string): boolean {
  return /Root$/.test(type) && Object.keys(leftOut).some((table) => field.startsWith(table));
}

function shapeOf(fields: Readonly<Record<string, PublishedField>>): Shape {
  return new Map(
    Object.entries(fields).map(([name, { type, nullable, list, itemNullable }]) => {
      const inner = list === true ? `[${type}${itemNullable === true ? "" : "!"}]` : type;
      return [name, nullable ? inner : `${inner}!`];
    }),
  );
}

/** The shapes of one of our types, and those of the arguments of its fields. */
function shapesOf(type: GraphQLNamedType): (readonly [string, Shape])[] {
  if (type.name.startsWith("__")) return [];
  const name = camel(type.name);
  if (isEnumType(type)) return [[name, new Map(type.getValues().map((value) => [value.name, "a value"]))]];
  if (isInputObjectType(type)) {
    return [[name, new Map(Object.values(type.getFields()).map((field) => [field.name, textOf(field.type)]))]];
  }
  if (!isObjectType(type)) return [];
  const fields = Object.values(type.getFields());
  return [
    [name, new Map(fields.map((field) => [field.name, textOf(field.type)]))],
    ...fields
      .filter(({ args }) => args.length > 0)
      .map(({ name: field, args }) => [`${name}${camel(field)}Args`, argumentsOf(args)] as const),
  ];
}

function argumentsOf(args: readonly GraphQLArgument[]): Shape {
  return new Map(args.map((argument) => [argument.name, textOf(argument.type)]));
}

function textOf(type: GraphQLInputType | GraphQLOutputType): string {
  if (isNonNullType(type)) return `${textOf(type.ofType)}!`;
  if (isListType(type)) return `[${textOf(type.ofType)}]`;
  const named = getNamedType(type);
  return isScalarType(named) ? named.name : camel(named.name);
}

/** The name by which the client writes a type. */
function camel(name: string): string {
  return name.replace(/(?:^|_)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
