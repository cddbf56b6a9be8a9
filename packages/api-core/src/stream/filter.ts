import {
  type Address,
  bytesToHex,
  eventTypeTopic,
  formatAddress,
  formatHex,
  formatTypeTag,
  parseHex,
  type TypeTag,
} from "@ledger/types";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import type { Parameter, ParameterValues, TextType } from "../contract/text-type.ts";
import { addressText, HexSchema, typeTagText } from "../schemas/scalar.ts";

/** Kinds of things that a stream can bring, besides bookmarks. */
export const streamKinds = ["blocks", "events", "transactions", "changes"] as const;
/** A kind of things in a stream. */
export type StreamKind = (typeof streamKinds)[number];

/** Most types, accounts and keys of one filter, together. */
const mostTerms = 16;

/** A selection of what a stream brings. */
export interface StreamFilter {
  readonly include: ReadonlySet<StreamKind>;
  /** Types of events; all when empty. */
  readonly types: readonly TypeTag[];
  /** Accounts of events, transactions and changes; all when empty. */
  readonly accounts: readonly Address[];
  /** Encoded keys of changes; all when empty. */
  readonly keys: readonly Uint8Array[];
}

const kindText: TextType<readonly StreamKind[]> = {
  schema: Type.String({
    title: "StreamKinds",
    description: "Kinds of things in a stream, separated by commas: `blocks`, `events`, `transactions`, `changes`.",
    "x-doc": { pattern: "^(blocks|events|transactions|changes)(,(blocks|events|transactions|changes))*$" },
  }),
  parse: (text) =>
    text.split(",").map((name) => {
      const kind = streamKinds.find((known) => known === name);
      if (kind === undefined) throw new Error(`expected some of ${streamKinds.join(", ")}, separated by commas`);
      return kind;
    }),
};

const hexText: TextType<Uint8Array> = { schema: HexSchema, parse: parseHex };

function several<T>(type: TextType<T>, description: string): Parameter<readonly T[] | undefined> {
  return { type, required: false, repeated: true, description };
}

/** The query parameters that select what a stream brings. */
export const filterQuery = {
  include: several(
    kindText,
    "What to send. When absent: `events` if there is a `type` or an `account`, `changes` if there is a `key`, else `blocks`.",
  ),
  type: several(
    typeTagText,
    "Type of events, with its type arguments, e.g. `0x1::fungible_asset::Deposit`. Given several times: any of them.",
  ),
  account: several(
    addressText,
    "Account, with or without `0x`: of its events, of transactions that touch it, and of its state; a table's handle for changes of " +
      "the table. Given several times: any of them.",
  ),
  key: several(hexText, "State key of changes, as hex of its bytes. Given several times: any of them."),
};

/** Reads a filter from the values of its parameters. @throws ApiError `invalid_input` for too many terms, and for those without effect */
export function filterOf(query: ParameterValues<typeof filterQuery>): StreamFilter {
  const { type: types = [], account: accounts = [], key: keys = [] } = query;
  if (types.length + accounts.length + keys.length > mostTerms)
    throw new ApiError("invalid_input", `a stream takes ${mostTerms} types, accounts and keys at most`);
  const usual: StreamKind[] =
    types.length + accounts.length > 0 ? ["events"] : keys.length > 0 ? ["changes"] : ["blocks"];
  const include = new Set(query.include?.flat() ?? usual);
  if (types.length > 0 && !include.has("events"))
    throw new ApiError("invalid_input", "type selects events: add events to include");
  if (keys.length > 0 && !include.has("changes"))
    throw new ApiError("invalid_input", "key selects changes: add changes to include");
  return { include, types, accounts, keys };
}

/** The one text of a filter, equal for those that select the same in other words. It is a query string. */
export function formatFilter({ include, types, accounts, keys }: StreamFilter): string {
  const terms = (name: string, texts: readonly string[]) =>
    [...new Set(texts)].sort().map((text): [string, string] => [name, text]);
  const pairs = [
    ["include", streamKinds.filter((kind) => include.has(kind)).join(",")] as const,
    ...terms("type", types.map(formatTypeTag)),
    ...terms("account", accounts.map(formatAddress)),
    ...terms("key", keys.map(formatHex)),
  ];
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

/** Reads what {@link formatFilter} wrote. */
export function parseFilter(text: string): StreamFilter {
  const values = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    const [name = "", value = ""] = pair.split("=");
    values.set(name, [...(values.get(name) ?? []), decodeURIComponent(value)]);
  }
  const read = <T>(name: string, type: TextType<T>): T[] => (values.get(name) ?? []).map(type.parse);
  return filterOf({
    include: read("include", kindText),
    type: read("type", typeTagText),
    account: read("account", addressText),
    key: read("key", hexText),
  });
}

/** The topic of a type of events, as text. */
export function typeTopic(type: TypeTag): string {
  return bytesToHex(eventTypeTopic(type));
}
