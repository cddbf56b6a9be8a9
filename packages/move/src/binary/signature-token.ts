import type { PrimitiveKind } from "@ledger/types";
import { MoveError } from "../errors.ts";
import { type AbilitySet, allAbilities } from "./abilities.ts";
import type { BinaryReader } from "./binary-reader.ts";
import type { BinaryWriter } from "./binary-writer.ts";
import { binaryLimits } from "./limits.ts";

/**
 * A type inside a module: like a type tag, but structs are named by handle, and there are type parameters and references.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#4.3 | Specification, module format 4.3}
 */
export type SignatureToken =
  | { readonly kind: PrimitiveKind }
  | { readonly kind: "Vector" | "Reference" | "MutableReference"; readonly value: SignatureToken }
  /** `typeArgs` is empty exactly when the handle has no type parameters. */
  | { readonly kind: "Struct"; readonly handle: number; readonly typeArgs: readonly SignatureToken[] }
  | { readonly kind: "TypeParameter"; readonly index: number }
  | {
      readonly kind: "Function";
      readonly abilities: AbilitySet;
      readonly args: readonly SignatureToken[];
      readonly results: readonly SignatureToken[];
    };

interface PrimitiveRow {
  readonly byte: number;
  readonly kind: PrimitiveKind;
  readonly since: number;
}

const primitiveRows: readonly PrimitiveRow[] = [
  { byte: 0x01, kind: "Bool", since: 1 },
  { byte: 0x02, kind: "U8", since: 1 },
  { byte: 0x03, kind: "U64", since: 1 },
  { byte: 0x04, kind: "U128", since: 1 },
  { byte: 0x05, kind: "Address", since: 1 },
  { byte: 0x0c, kind: "Signer", since: 1 },
  { byte: 0x0d, kind: "U16", since: 6 },
  { byte: 0x0e, kind: "U32", since: 6 },
  { byte: 0x0f, kind: "U256", since: 6 },
  { byte: 0x11, kind: "I8", since: 9 },
  { byte: 0x12, kind: "I16", since: 9 },
  { byte: 0x13, kind: "I32", since: 9 },
  { byte: 0x14, kind: "I64", since: 9 },
  { byte: 0x15, kind: "I128", since: 9 },
  { byte: 0x16, kind: "I256", since: 9 },
];

const primitives: readonly ({ readonly since: number; readonly token: SignatureToken } | undefined)[] = Array.from(
  { length: 0x17 },
  (_, byte) => {
    const row = primitiveRows.find((candidate) => candidate.byte === byte);
    return row && { since: row.since, token: { kind: row.kind } };
  },
);
const primitiveBytes: ReadonlyMap<string, number> = new Map(primitiveRows.map((row) => [row.kind, row.byte]));
const primitiveSince: ReadonlyMap<string, number> = new Map(primitiveRows.map((row) => [row.kind, row.since]));

const referenceToken = 0x06;
const mutableReferenceToken = 0x07;
const structToken = 0x08;
const typeParameterToken = 0x09;
const vectorToken = 0x0a;
const structInstanceToken = 0x0b;
const functionToken = 0x10;
const functionsSince = 8;

/** Lowest binary version in which a token may occur, its operands left aside. */
export function tokenSince(kind: SignatureToken["kind"]): number {
  if (kind === "Function") return functionsSince;
  return primitiveSince.get(kind) ?? 1;
}

/** Reads one token of the given binary version. Recursion is bounded by the format's own limit. */
export function readToken(reader: BinaryReader, version: number, depth = 0): SignatureToken {
  const at = reader.position;
  const byte = reader.u8();
  const primitive = primitives[byte];
  if (primitive !== undefined) {
    if (version < primitive.since) throw reader.error("bad_tag", `a type needs version ${primitive.since}`, at);
    return primitive.token;
  }
  if (byte === structToken) return { kind: "Struct", handle: reader.uleb(binaryLimits.tableIndex), typeArgs: [] };
  if (byte === typeParameterToken) return { kind: "TypeParameter", index: reader.uleb(binaryLimits.tableIndex) };
  if (depth >= binaryLimits.tokenDepth) throw reader.error("nesting_too_deep", "a type is nested too deeply", at);
  switch (byte) {
    case referenceToken:
      return { kind: "Reference", value: readToken(reader, version, depth + 1) };
    case mutableReferenceToken:
      return { kind: "MutableReference", value: readToken(reader, version, depth + 1) };
    case vectorToken:
      return { kind: "Vector", value: readToken(reader, version, depth + 1) };
    case structInstanceToken: {
      const handle = reader.uleb(binaryLimits.tableIndex);
      const count = reader.uleb(binaryLimits.count);
      if (count === 0) throw reader.error("type_arity", "a struct instance has no type arguments", at);
      return { kind: "Struct", handle, typeArgs: readTokens(reader, version, count, depth + 1) };
    }
    case functionToken: {
      if (version < functionsSince) throw reader.error("bad_tag", `a type needs version ${functionsSince}`, at);
      const abilities = reader.uleb(allAbilities);
      const argCount = reader.uleb(binaryLimits.count);
      const resultCount = reader.uleb(binaryLimits.count);
      const args = readTokens(reader, version, argCount, depth + 1);
      return { kind: "Function", abilities, args, results: readTokens(reader, version, resultCount, depth + 1) };
    }
    default:
      throw reader.error("bad_tag", "a type token is unknown", at);
  }
}

function readTokens(reader: BinaryReader, version: number, count: number, depth: number): SignatureToken[] {
  const tokens: SignatureToken[] = [];
  for (let i = 0; i < count; i++) tokens.push(readToken(reader, version, depth));
  return tokens;
}

/** Writes one token. */
export function writeToken(writer: BinaryWriter, token: SignatureToken, version: number, depth = 0): void {
  if (version < tokenSince(token.kind)) {
    throw new MoveError("unsupported_version", `a type needs version ${tokenSince(token.kind)}`);
  }
  if (depth > binaryLimits.tokenDepth) throw new MoveError("nesting_too_deep", "a type is nested too deeply");
  switch (token.kind) {
    case "Reference":
    case "MutableReference":
    case "Vector":
      writer.u8(
        token.kind === "Vector" ? vectorToken : token.kind === "Reference" ? referenceToken : mutableReferenceToken,
      );
      writeToken(writer, token.value, version, depth + 1);
      return;
    case "TypeParameter":
      writer.u8(typeParameterToken);
      writer.uleb(token.index, binaryLimits.tableIndex);
      return;
    case "Struct":
      writer.u8(token.typeArgs.length === 0 ? structToken : structInstanceToken);
      writer.uleb(token.handle, binaryLimits.tableIndex);
      if (token.typeArgs.length === 0) return;
      writer.uleb(token.typeArgs.length, binaryLimits.count);
      for (const argument of token.typeArgs) writeToken(writer, argument, version, depth + 1);
      return;
    case "Function":
      writer.u8(functionToken);
      writer.uleb(token.abilities, allAbilities);
      writer.uleb(token.args.length, binaryLimits.count);
      writer.uleb(token.results.length, binaryLimits.count);
      for (const arg of token.args) writeToken(writer, arg, version, depth + 1);
      for (const result of token.results) writeToken(writer, result, version, depth + 1);
      return;
    default:
      writer.u8(primitiveBytes.get(token.kind)!);
  }
}
