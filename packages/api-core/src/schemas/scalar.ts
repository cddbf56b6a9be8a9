import {
  type Address,
  type HashValue,
  parseAddress,
  parseCursor,
  parseEntryFunctionId,
  parseHash,
  parseHex,
  parseIdentifier,
  parseStructTag,
  parseTypeTag,
  parseU16,
  parseU32,
  parseU64,
  type StructTag,
  type TypeTag,
} from "@ledger/types";
import Type from "typebox";
import type { TextType } from "../contract/text-type.ts";

/** The schema of a text that a body may hold, with the parser that gives it its meaning there. */
function textSchema<T>(parse: (text: string) => T, options: Parameters<typeof Type.String>[0]) {
  return Type.Decode(Type.String(options), parse);
}

/** An address. */
export const AddressSchema = textSchema(parseAddress, {
  title: "Address",
  description:
    "A 32-byte account address as hex: `0x` and up to 64 digits, leading zeros left out. " +
    "As input, the prefix is optional, the case does not matter, and leading zeros are allowed.",
  "x-doc": { pattern: "^(0x)?[0-9a-fA-F]{1,64}$", examples: ["0x1"] },
});

/** A u64. */
export const U64Schema = textSchema(parseU64, {
  title: "U64",
  description: "A 64-bit unsigned integer as a decimal string, because JSON numbers are exact only up to 2^53.",
  "x-doc": { format: "uint64", pattern: "^\\+?[0-9]+$", maxLength: 79, examples: ["32425224034"] },
});

/** A u64 as a JSON number. Programs must read it as an exact integer, so a client has it as a `bigint`. */
export function u64Number(options: { readonly title?: string; readonly description?: string }) {
  return Type.Unsafe<bigint>(Type.Integer({ format: "uint64", minimum: 0, ...options }));
}

/** A hash. */
export const HashSchema = Type.String({
  title: "HashValue",
  description: "A 32-byte hash: `0x` and 64 hex digits.",
  "x-doc": {
    pattern: "^(0x)?[0-9a-fA-F]{64}$",
    examples: ["0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1"],
  },
});

/** Bytes in hex. */
export const HexSchema = textSchema(parseHex, {
  title: "HexEncodedBytes",
  description: "Bytes as hex: `0x` and two digits a byte. Leading zeros are never left out; no bytes are `0x`.",
  "x-doc": { pattern: "^(0x)?([0-9a-fA-F]{2})*$", examples: ["0xa11ceb0b"] },
});

/** A Move name. */
export const IdentifierSchema = textSchema(parseIdentifier, {
  title: "Identifier",
  description: "Name of a module, struct, function or field. The case matters.",
  "x-doc": { examples: ["coin"] },
});

/** A module id. */
export const ModuleIdSchema = Type.String({
  title: "MoveModuleId",
  description: "A module: `{address}::{module name}`.",
  "x-doc": { examples: ["0x1::coin"] },
});

/** A function id. */
export const EntryFunctionIdSchema = textSchema(parseEntryFunctionId, {
  title: "EntryFunctionId",
  description: "A function: `{address}::{module name}::{function name}`. Names are case-sensitive.",
  "x-doc": { examples: ["0x1::aptos_account::transfer"] },
});

/** A struct type. */
export const StructTagSchema = textSchema(parseStructTag, {
  title: "MoveStructTag",
  description:
    "A struct type: `{address}::{module name}::{struct name}`, with type arguments in angle brackets if it has any. " +
    "White space does not matter. In a URL path it is percent-encoded.",
  "x-doc": { examples: ["0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>"] },
});

/** The pattern of the requirements, quoted and not enforced: it leaves out u16, u32, u256 and the signed integers. */
const publishedTypePattern = "^(bool|u8|u64|u128|address|signer|vector<.+>|0x[0-9a-zA-Z:_<, >]+)$";

/** A type, also one of a signature. */
export const MoveTypeSchema = Type.String({
  title: "MoveType",
  description:
    "A Move type: `bool`, `u8` to `u256`, `i8` to `i256`, `address`, `signer`, `vector<T>`, or a struct type. " +
    "In signatures also references (`&T`, `&mut T`), type parameters (`T0`) and function types. " +
    `Older descriptions give the pattern \`${publishedTypePattern}\`, which is narrower than what is accepted.`,
  "x-doc": { examples: ["u64", "vector<u8>", "0x1::string::String"] },
});

/** A pagination cursor. */
const CursorSchema = Type.String({
  title: "StateKeyCursor",
  description:
    "Where a page starts, as the cursor header of the previous page gave it: hex of a state key, without `0x`. " +
    "It cannot be computed by a client.",
  "x-doc": { pattern: "^([0-9a-fA-F]{2})+$" },
});

const LimitSchema = Type.Integer({ format: "uint16", minimum: 0, maximum: 65_535 });
/** A u32 as a number. */
export const Uint32Schema = Type.Integer({ format: "uint32", minimum: 0, maximum: 4_294_967_295 });
const BooleanSchema = Type.Boolean();

/** An address, with or without `0x`. */
export const addressText: TextType<Address> = { schema: AddressSchema, parse: parseAddress };
/** A u64 in decimal. */
export const u64Text: TextType<bigint> = { schema: U64Schema, parse: parseU64 };
/** A 32-byte hash, with or without `0x`. */
export const hashText: TextType<HashValue> = { schema: HashSchema, parse: readHash };
/** A Move name. */
export const identifierText: TextType<string> = { schema: IdentifierSchema, parse: parseIdentifier };
/** A struct type. */
export const structTagText: TextType<StructTag> = { schema: StructTagSchema, parse: parseStructTag };
/** A type that values have. */
export const typeTagText: TextType<TypeTag> = { schema: MoveTypeSchema, parse: parseTypeTag };
/** A pagination cursor; yields the encoded state key. */
export const cursorText: TextType<Uint8Array> = { schema: CursorSchema, parse: parseCursor };
/** The number of items on a page. */
export const limitText: TextType<number> = { schema: LimitSchema, parse: parseU16 };
/** A u32 in decimal. */
export const u32Text: TextType<number> = { schema: Uint32Schema, parse: parseU32 };
/** `true` or `false`. */
export const booleanText: TextType<boolean> = { schema: BooleanSchema, parse: parseBoolean };
function parseBoolean(text: string): boolean {
  if (text === "true") return true;
  if (text === "false") return false;
  throw new TextFault("expected `true` or `false`");
}

/** A text that none of the ledger's own parsers reads. */
export class TextFault extends Error {
  override readonly name = "TextFault";
}

/** Clients know a text that is no hash by these words. */
function readHash(text: string): HashValue {
  try {
    return parseHash(text);
  } catch (cause) {
    throw new Error("unable to parse HashValue", { cause });
  }
}
