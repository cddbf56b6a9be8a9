import { type EntryFunctionId, formatEntryFunctionId, type TypeTag } from "@ledger/types";
import type { CommonTables } from "../binary/compiled-module.ts";
import type { SignatureToken } from "../binary/signature-token.ts";
import { MoveError } from "../errors.ts";
import { instantiateToken } from "../layout/instantiate-token.ts";
import type { ModuleCode } from "../layout/module-code.ts";
import type { JsonValue } from "../value/json-value.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import { jsonTypeOf } from "./json-type.ts";
import { encodeWholeValue, type LayoutSource } from "./whole-value.ts";

/** The parameters that callers give arguments for: all but signers. */
export interface FunctionParameters {
  readonly subject: string;
  readonly tables: CommonTables;
  readonly tokens: readonly SignatureToken[];
  readonly typeArgs: readonly TypeTag[];
}

/**
 * Finds a function and the parameters that take an argument.
 *
 * @param kind - `entry` refuses functions without the entry flag
 * @throws {@link MoveError} `function_not_found`, `function_not_entry`, `type_argument_count`
 */
export function functionParameters(
  code: ModuleCode,
  id: EntryFunctionId,
  typeArgs: readonly TypeTag[],
  kind: "entry" | "any",
): FunctionParameters {
  const { module } = code;
  const subject = formatEntryFunctionId(id);
  const definition = code.findFunction(id.name);
  if (definition === undefined) {
    throw new MoveError("function_not_found", `function ${subject} does not exist`, { subject });
  }
  if (kind === "entry" && !definition.isEntry) {
    throw new MoveError("function_not_entry", `function ${subject} is not an entry function`, { subject });
  }
  const handle = module.functionHandles[definition.handle]!;
  const expected = handle.typeParameters.length;
  if (typeArgs.length !== expected) {
    const reason = `${subject} takes ${expected} type arguments, got ${typeArgs.length}`;
    throw new MoveError("type_argument_count", reason, { subject, expected: `${expected}`, actual: typeArgs.length });
  }
  return { subject, tables: module, tokens: withoutSigners(module.signatures[handle.params]!), typeArgs };
}

/** Parameters that are neither a signer nor a reference to one. */
export function withoutSigners(params: readonly SignatureToken[]): SignatureToken[] {
  return params.filter((param) => {
    const token = param.kind === "Reference" || param.kind === "MutableReference" ? param.value : param;
    return token.kind !== "Signer";
  });
}

/**
 * Encodes arguments, each by its parameter's type.
 *
 * @throws {@link MoveError} `argument_count`, `bad_argument`
 */
export async function encodeArguments(
  source: LayoutSource,
  parameters: FunctionParameters,
  jsonArgs: readonly JsonValue[],
): Promise<Uint8Array[]> {
  const tags = argumentTags(parameters, jsonArgs.length);
  const encoded: Uint8Array[] = [];
  for (const [i, tag] of tags.entries()) {
    encoded.push(await atArgument(i, tag, () => encodeWholeValue(source, tag, jsonArgs[i]!)));
  }
  return encoded;
}

/**
 * The type of each argument, once their number is right.
 *
 * @throws {@link MoveError} `argument_count`, or `bad_argument` for a parameter that no argument can fill
 */
export function argumentTags({ subject, tables, tokens, typeArgs }: FunctionParameters, count: number): TypeTag[] {
  if (count !== tokens.length) {
    const expected = tokens.map((token) => expectedType(tables, token, typeArgs));
    const reason = `${subject} takes ${expected.length} arguments [${expected.join(", ")}], got ${count}`;
    throw new MoveError("argument_count", reason, { subject, expected, actual: count });
  }
  return tokens.map((token, argument) => {
    try {
      return instantiateToken(tables, token, typeArgs);
    } catch (cause) {
      throw argumentError(argument, expectedType(tables, token, typeArgs), cause);
    }
  });
}

/** Runs the work on one argument and says of a fault which argument it was. */
export async function atArgument<T>(argument: number, tag: TypeTag, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw argumentError(argument, jsonTypeOf(tag), cause);
  }
}

function argumentError(argument: number, expected: string, cause: unknown): unknown {
  if (!(cause instanceof MoveError)) return cause;
  const { reason, path, subject } = cause;
  const details = { argument, expected, path, subject };
  return new MoveError("bad_argument", `argument ${argument}, expected ${expected}: ${reason}`, details, { cause });
}

function expectedType(tables: CommonTables, token: SignatureToken, typeArgs: readonly TypeTag[]): string {
  try {
    return jsonTypeOf(instantiateToken(tables, token, typeArgs));
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    return token.kind === "TypeParameter" ? "string<move_struct_tag_id>" : "nothing: an argument cannot be a reference";
  }
}

/** Writes stored arguments as a JSON array, in full or else all of them as hex. */
export async function writeArguments(
  source: LayoutSource,
  findParameters: () => Promise<FunctionParameters>,
  args: readonly Uint8Array[],
  output: JsonWriter,
): Promise<void> {
  const start = output.length;
  try {
    const tags = argumentTags(await findParameters(), args.length);
    output.beginArray();
    for (const [i, tag] of tags.entries()) (await source.layout(tag)).writeJson(args[i]!, output.item());
  } catch (error) {
    if (!(error instanceof MoveError) || error.code === "value_too_large") throw error;
    output.truncate(start);
    output.beginArray();
    for (const bytes of args) output.item().hexString(bytes, 0, bytes.length);
  }
  output.endArray();
}
