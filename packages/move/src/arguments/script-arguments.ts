import { type AnyCodec, bool, bytes, i8, i16, i32, i64, i128, i256, u8, u16, u32, u64, u128, u256 } from "@ledger/bcs";
import { Address, type TransactionArgument, type TypeTag } from "@ledger/types";
import { decodeScript } from "../binary/script.ts";
import { MoveError } from "../errors.ts";
import type { JsonValue } from "../value/json-value.ts";
import { argumentTags, atArgument, withoutSigners } from "./function-arguments.ts";
import { encodeWholeValue, type LayoutSource } from "./whole-value.ts";

/** The codec of each kind of script argument; but for bytes, the kind is the type's own. */
const codecs: Readonly<Record<Exclude<TransactionArgument["kind"], "Serialized">, AnyCodec>> = {
  Bool: bool,
  U8: u8,
  U16: u16,
  U32: u32,
  U64: u64,
  U128: u128,
  U256: u256,
  I8: i8,
  I16: i16,
  I32: i32,
  I64: i64,
  I128: i128,
  I256: i256,
  Address,
  U8Vector: bytes,
};

/** The BCS of a script's argument, without the kind that it names. */
export function encodeScriptArgument(argument: TransactionArgument): Uint8Array {
  return argument.kind === "Serialized" ? argument.value : codecs[argument.kind].encode(argument.value);
}

/**
 * Turns JSON arguments into the typed arguments of a script, by the parameters in its bytecode.
 *
 * @throws {@link MoveError} `malformed_script`, `argument_count`, `bad_argument`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#3 | Specification, Move values 3}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#3.5 | Specification, REST API 3.5}
 */
export async function encodeScriptArguments(
  source: LayoutSource,
  code: Uint8Array,
  typeArgs: readonly TypeTag[],
  jsonArgs: readonly JsonValue[],
): Promise<TransactionArgument[]> {
  const script = readScript(code);
  const tokens = withoutSigners(script.signatures[script.params]!);
  const tags = argumentTags({ subject: "the script", tables: script, tokens, typeArgs }, jsonArgs.length);
  const encoded: TransactionArgument[] = [];
  for (const [i, tag] of tags.entries()) {
    encoded.push(await atArgument(i, tag, () => toArgument(source, tag, jsonArgs[i]!)));
  }
  return encoded;
}

function readScript(code: Uint8Array) {
  try {
    return decodeScript(code);
  } catch (cause) {
    if (!(cause instanceof MoveError)) throw cause;
    throw new MoveError("malformed_script", "the script does not parse", { offset: cause.offset }, { cause });
  }
}

async function toArgument(source: LayoutSource, tag: TypeTag, json: JsonValue): Promise<TransactionArgument> {
  if (tag.kind === "Vector") {
    if (tag.value.kind === "U8") {
      return { kind: "U8Vector", value: bytes.decode(await encodeWholeValue(source, tag, json)) };
    }
    if (Array.isArray(json) && json.length === 0) return { kind: "U8Vector", value: new Uint8Array(0) };
  }
  const codec = (codecs as Readonly<Record<string, AnyCodec>>)[tag.kind];
  if (codec === undefined) throw new MoveError("json_mismatch", "a script takes no argument of this type");
  const value = codec.decode(await encodeWholeValue(source, tag, json));
  return { kind: tag.kind, value } as TransactionArgument;
}
