import { bytes, type Codec, enumeration, struct, unit, vector } from "@ledger/bcs";
import { Identifier } from "../identifier.ts";
import { type EntryFunctionId, ModuleId, parseEntryFunctionId } from "../module-id.ts";
import { parseTypeTag } from "../type-tag/parse.ts";
import { TypeTag } from "../type-tag/type-tag.ts";
import { TransactionArgument } from "./transaction-argument.ts";

/** Bytecode that comes with its transaction. */
export interface Script {
  readonly code: Uint8Array;
  readonly typeArgs: readonly TypeTag[];
  readonly args: readonly TransactionArgument[];
}

/** BCS of a script call. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const Script: Codec<Script> = struct("Script", {
  code: bytes,
  typeArgs: vector(TypeTag),
  args: vector(TransactionArgument),
});

/** A call of a published function. */
export interface EntryFunction {
  readonly module: ModuleId;
  readonly function: string;
  readonly typeArgs: readonly TypeTag[];
  /** BCS of each argument; signers are not among them. */
  readonly args: readonly Uint8Array[];
}

/** BCS of an entry function call. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const EntryFunction: Codec<EntryFunction> = struct("EntryFunction", {
  module: ModuleId,
  function: Identifier,
  typeArgs: vector(TypeTag),
  args: vector(bytes),
});

/**
 * Makes the payload that calls a function, which is an executable and a call of a multisig account, too.
 *
 * @param id - `0x1::aptos_account::transfer`, or its parts
 * @param args - BCS of each argument, signers left out
 * @param typeArgs - such as `0x1::aptos_coin::AptosCoin`
 * @throws {@link TypesError} for a text that is not of its form
 */
export function functionCall(
  id: string | EntryFunctionId,
  args: readonly Uint8Array[],
  typeArgs: readonly string[] = [],
): { readonly kind: "EntryFunction"; readonly value: EntryFunction } {
  const { address, module, name } = typeof id === "string" ? parseEntryFunctionId(id) : id;
  const value = { module: { address, name: module }, function: name, typeArgs: typeArgs.map(parseTypeTag), args };
  return { kind: "EntryFunction", value };
}

/** Names the function that a call is of. */
export function functionIdOf({ module, function: name }: EntryFunction): EntryFunctionId {
  return { address: module.address, module: module.name, name };
}

/** The code that a transaction of the versioned payload runs. */
export type TransactionExecutable =
  | { readonly kind: "Script"; readonly value: Script }
  | { readonly kind: "EntryFunction"; readonly value: EntryFunction }
  /** A multisig vote, for instance. */
  | { readonly kind: "Empty" }
  /** A marker inside nodes; never submitted. */
  | { readonly kind: "Encrypted" };

/** BCS of an executable. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const TransactionExecutable: Codec<TransactionExecutable> = enumeration("TransactionExecutable", {
  Script,
  EntryFunction,
  Empty: unit,
  Encrypted: unit,
});
