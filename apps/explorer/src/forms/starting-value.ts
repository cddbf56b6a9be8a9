import type { FunctionAbi } from "../api/answers.ts";
import { argumentTypes, type CallArguments } from "../move/parameters.ts";
import type { TypeText } from "../move/type-text.ts";

/** Returns true for an integer type of any width. */
export function isInteger(head: string): boolean {
  return /^[ui](8|16|32|64|128|256)$/.test(head);
}

/** Returns true for an integer type whose JSON form is a number; wider ones are decimal text. */
function isNarrow(head: string): boolean {
  return /^[ui](8|16|32)$/.test(head);
}

/** Returns true for a vector of bytes, whose JSON form is hex. */
export function isBytes({ head, args }: TypeText): boolean {
  return head === "vector" && args[0]?.head === "u8";
}

/**
 * Text of an integer's field in the API's JSON form. Text that is no integer stays as it is, so that the API can say what is wrong
 * with it.
 */
export function integerJson(head: string, text: string): unknown {
  return isNarrow(head) && /^-?\d{1,10}$/.test(text) ? Number(text) : text;
}

/** The JSON value that a field of a type begins with. Structs begin without members: their form puts them in. */
export function emptyValue({ head }: TypeText): unknown {
  if (head === "bool") return false;
  if (head === "vector") return [];
  if (head === "0x1::option::Option") return { vec: [] };
  if (["0x1::object::Object", "0x1::string::String", "address"].includes(head) || isInteger(head)) return "";
  return {};
}

/** Types that can stand in for most type parameters on every network of this kind, and an object of the second one. */
const someCoin = "0x1::aptos_coin::AptosCoin";
const someObjectType = "0x1::fungible_asset::Metadata";
const someObject = "0xa";

/** Arguments that fit a function: an account that exists for an address, one unit for an amount. */
export function startingArguments(definition: FunctionAbi, accounts: readonly string[]): CallArguments {
  const typeArguments = definition.generic_type_params.map(({ constraints }) =>
    constraints.includes("key") ? someObjectType : someCoin,
  );
  const types = argumentTypes(definition, typeArguments);
  return { typeArguments, arguments: types.map((type) => startingArgument(type, accounts)) };
}

function startingArgument(type: TypeText, accounts: readonly string[]): unknown {
  const { head, args } = type;
  if (head === "0x1::object::Object" && args[0]?.head === someObjectType) return someObject;
  if (head === "address" || head === "0x1::object::Object") return accounts[1] ?? accounts[0] ?? "0x1";
  if (isInteger(head)) return integerJson(head, "1");
  return isBytes(type) ? "0x" : emptyValue(type);
}
