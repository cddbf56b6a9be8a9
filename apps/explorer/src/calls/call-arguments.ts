import type { FunctionAbi } from "../api/answers.ts";
import { initialValue } from "../forms/initial-value.ts";
import type { FunctionSource } from "../move/source-text.ts";
import { parseType, substitute, type TypeText } from "../move/type-text.ts";

/** What a function is called with, in the API's JSON form. */
export interface CallArguments {
  readonly typeArguments: readonly string[];
  readonly arguments: readonly unknown[];
}

/** Whether the ledger puts the argument in itself. */
function isSigner(type: string): boolean {
  return type === "signer" || type === "&signer";
}

/** Types that can stand in for most type parameters on every network of this kind, and an object of the second one. */
const someCoin = "0x1::aptos_coin::AptosCoin";
const someObjectType = "0x1::fungible_asset::Metadata";
const someObject = "0xa";

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

/** Arguments that fit a function: an account that exists for an address, one unit for an amount. */
export function startingArguments(definition: FunctionAbi, accounts: readonly string[]): CallArguments {
  const typeArguments = definition.generic_type_params.map(({ constraints }) =>
    constraints.includes("key") ? someObjectType : someCoin,
  );
  const types = argumentTypes(definition, typeArguments);
  return { typeArguments, arguments: types.map((type) => startingArgument(type, accounts)) };
}

function startingArgument(type: TypeText, accounts: readonly string[]): unknown {
  if (type.head === "0x1::object::Object" && type.args[0]?.head === someObjectType) return someObject;
  if (type.head === "address" || type.head === "0x1::object::Object") return accounts[1] ?? accounts[0] ?? "0x1";
  if (/^[ui](64|128|256)$/.test(type.head)) return "1";
  if (/^[ui](8|16|32)$/.test(type.head)) return 1;
  if (type.head === "vector" && type.args[0]?.head === "u8") return "0x";
  return initialValue(type);
}
