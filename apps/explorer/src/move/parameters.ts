import type { FunctionAbi } from "../api/answers.ts";
import type { FunctionSource } from "./source-text.ts";
import { parseType, substitute, type TypeText } from "./type-text.ts";

/** Type arguments and arguments of a call, in the API's JSON form. */
export interface CallArguments {
  readonly typeArguments: readonly string[];
  readonly arguments: readonly unknown[];
}

/** Types of the parameters that take an argument: signers are put in by the ledger. */
export function argumentTypes(definition: FunctionAbi, typeArguments: readonly string[]): TypeText[] {
  const types = typeArguments.map((text) => parseType(text));
  return definition.params.filter((type) => !isSigner(type)).map((type) => substitute(parseType(type), types));
}

/** Names of the parameters that take an argument; empty when the source is not that of this signature. */
export function argumentNames(definition: FunctionAbi, source: FunctionSource | undefined): readonly string[] {
  if (source === undefined || source.parameters.length !== definition.params.length) return [];
  return source.parameters.filter((_, i) => !isSigner(definition.params[i] ?? ""));
}

/** Returns true for a parameter that the ledger fills in itself. */
export function isSigner(type: string): boolean {
  return type === "signer" || type === "&signer";
}
