import {
  AccountAddress,
  Bool,
  type EntryFunctionArgumentTypes,
  MoveOption,
  MoveVector,
  type ScriptFunctionArgumentTypes,
  type SimpleEntryFunctionArgumentTypes,
  U8,
  U16,
  U32,
  U64,
  U128,
  U256,
} from "@aptos-labs/ts-sdk";
import fc from "fast-check";
import { address, shortenAddresses } from "./address.ts";
import type { MoveType, ScalarName } from "./move-type.ts";

/** A value as a REST request states it. */
export type JsonValue = boolean | number | string | readonly JsonValue[] | { readonly [member: string]: JsonValue };

/** What the client takes for an argument of an entry function, to convert it by the function's ABI. */
type ClientValue = SimpleEntryFunctionArgumentTypes | EntryFunctionArgumentTypes;

/** An argument in both of its forms. */
export interface Argument<Client = ClientValue> {
  readonly json: JsonValue;
  readonly client: Client;
}

const addressArgument: fc.Arbitrary<Argument<string>> = address.chain((client) =>
  fc.constantFrom(client, client.slice(2), shortenAddresses(client)).map((json) => ({ json, client })),
);

const text: fc.Arbitrary<Argument<string>> = fc
  .string({ unit: "binary", maxLength: 150 })
  .map((value) => ({ json: value, client: value }));

function integer(name: ScalarName): fc.Arbitrary<Argument<number | bigint | string>> {
  const bits = BigInt(name.slice(1));
  const signed = name.startsWith("i");
  const range = signed ? ([-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] as const) : ([0n, 2n ** bits - 1n] as const);
  return fc.bigInt(...range).chain((value) => {
    const json = bits < 64n ? Number(value) : `${value}`;
    return fc.constantFrom(bits < 64n ? Number(value) : value, `${value}`).map((client) => ({ json, client }));
  });
}

const bytes: fc.Arbitrary<Argument<Uint8Array>> = fc
  .tuple(fc.constantFrom("", "0x"), fc.uint8Array({ maxLength: 300 }))
  .map(([prefix, client]) => ({ json: `${prefix}${Buffer.from(client).toString("hex")}`, client }));

function scalar(name: ScalarName): fc.Arbitrary<Argument> {
  if (name === "bool") return fc.boolean().map((value) => ({ json: value, client: value }));
  return name === "address" ? addressArgument : integer(name);
}

function isByte(type: MoveType): boolean {
  return type.kind === "scalar" && type.name === "u8";
}

function resolve(type: MoveType, typeArguments: readonly (MoveType | undefined)[]): MoveType {
  return type.kind === "parameter" ? typeArguments[type.index]! : type;
}

/**
 * An argument of a type.
 *
 * @param whole - the argument itself, not a part of one: only then is an object given as an address
 */
export function argument(
  type: MoveType,
  typeArguments: readonly (MoveType | undefined)[],
  whole: boolean,
): fc.Arbitrary<Argument> {
  switch (type.kind) {
    case "scalar":
      return scalar(type.name);
    case "string":
      return text;
    case "object":
      return addressArgument.map(({ json, client }) => ({ json: whole ? json : { inner: json }, client }));
    case "vector":
      return vector(type.item, typeArguments);
    case "option":
      return option(type.item, typeArguments);
    case "parameter":
      // The client refuses to match a value of a class of its own with a type parameter.
      return argument(resolve(type, typeArguments), [], whole).filter(({ client }) => !(client instanceof MoveOption));
  }
}

function vector(item: MoveType, typeArguments: readonly (MoveType | undefined)[]): fc.Arbitrary<Argument> {
  if (isByte(item)) return bytes;
  // The client takes bytes as such only where the ABI says so; of a vector<T0> it wants every number.
  if (isByte(resolve(item, typeArguments))) return bytes.map(({ json, client }) => ({ json, client: [...client] }));
  return fc.array(argument(item, typeArguments, false), { maxLength: 5 }).map((items) => ({
    json: items.map(({ json }) => json),
    client: items.map(({ client }) => client),
  }));
}

function option(item: MoveType, typeArguments: readonly (MoveType | undefined)[]): fc.Arbitrary<Argument> {
  // An option is written as a vector of at most one item, and a vector of bytes in hex.
  const inHex = isByte(resolve(item, typeArguments));
  const none: Argument = { json: { vec: inHex ? "0x" : [] }, client: null };
  const some = argument(item, typeArguments, false).map(({ json, client }): Argument => {
    const vec = inHex ? `0x${(json as number).toString(16).padStart(2, "0")}` : [json];
    if (client !== null && !(client instanceof MoveOption)) return { json: { vec }, client };
    // To the client, null is the absence of the outermost option: an option that is there and holds none takes a class.
    if (item.kind === "parameter") return none;
    return { json: { vec }, client: new MoveOption(client ?? new MoveOption<U8>(null)) };
  });
  return fc.oneof({ arbitrary: some, weight: 3 }, { arbitrary: fc.constant(none), weight: 1 });
}

const toScriptArgument = {
  bool: (value) => new Bool(value as boolean),
  u8: (value) => new U8(Number(value)),
  u16: (value) => new U16(Number(value)),
  u32: (value) => new U32(Number(value)),
  u64: (value) => new U64(BigInt(value as bigint)),
  u128: (value) => new U128(BigInt(value as bigint)),
  u256: (value) => new U256(BigInt(value as bigint)),
  address: (value) => AccountAddress.from(value as string),
} satisfies Partial<Record<ScalarName, (value: ClientValue) => ScriptFunctionArgumentTypes>>;

/** Types that a script's arguments may have in a REST request. */
export const scriptTypes = [
  "vector<u8>",
  ...(Object.keys(toScriptArgument) as (keyof typeof toScriptArgument)[]),
] as const;

/** An argument of a script. */
export function scriptArgument(
  type: (typeof scriptTypes)[number],
): fc.Arbitrary<Argument<ScriptFunctionArgumentTypes>> {
  if (type === "vector<u8>") return bytes.map(({ json, client }) => ({ json, client: MoveVector.U8(client) }));
  return scalar(type).map(({ json, client }) => ({ json, client: toScriptArgument[type](client) }));
}
