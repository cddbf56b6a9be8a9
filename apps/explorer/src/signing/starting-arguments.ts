import type { FunctionAbi } from "../api/answers.ts";
import { initialValue } from "../forms/initial-value.ts";
import { parseType, substitute, type TypeText } from "../move/type-text.ts";

/** A type that can stand in for most type parameters, on every network of this kind. */
const SOME_TYPE = "0x1::aptos_coin::AptosCoin";

/** Types of the parameters that take an argument: signers are put in by the ledger. */
export function argumentTypes(definition: FunctionAbi, typeArguments: readonly string[]): TypeText[] {
  const types = typeArguments.map((text) => parseType(text));
  return definition.params
    .filter((type) => type !== "signer" && type !== "&signer")
    .map((type) => substitute(parseType(type), types));
}

/** Arguments that fit a function: an account that exists for an address, one unit for an amount. */
export function startingArguments(
  definition: FunctionAbi,
  accounts: readonly string[],
): { readonly typeArguments: readonly string[]; readonly arguments: readonly unknown[] } {
  const typeArguments = definition.generic_type_params.map(() => SOME_TYPE);
  const types = argumentTypes(definition, typeArguments);
  return { typeArguments, arguments: types.map((type) => startingArgument(type, accounts)) };
}

function startingArgument(type: TypeText, accounts: readonly string[]): unknown {
  if (type.head === "address" || type.head === "0x1::object::Object") return accounts[1] ?? accounts[0] ?? "0x1";
  if (/^[ui](64|128|256)$/.test(type.head)) return "1";
  if (/^[ui](8|16|32)$/.test(type.head)) return 1;
  if (type.head === "vector" && type.args[0]?.head === "u8") return "0x";
  return initialValue(type);
}
