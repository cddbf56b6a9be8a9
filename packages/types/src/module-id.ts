import { type Codec, struct } from "@ledger/bcs";
import { Address, formatAddress, parseAddress } from "./address.ts";
import { TypesError, type TypesErrorCode } from "./errors.ts";
import { Identifier, parseIdentifier } from "./identifier.ts";
import { quoteText } from "./text/quote.ts";

/** The name of a module, with the account that holds it. */
export interface ModuleId {
  readonly address: Address;
  readonly name: string;
}

/** BCS of a module id. */
export const ModuleId: Codec<ModuleId> = struct("ModuleId", { address: Address, name: Identifier });

/** A function by its full name. */
export interface EntryFunctionId {
  readonly address: Address;
  readonly module: string;
  readonly name: string;
}

/**
 * Reads `address::name`, split at the first `::`; the address may lack `0x`.
 *
 * @throws {@link TypesError} `invalid_module_id`; the message names the text and the fault
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.1 | Specification, REST API 1.1}, Module id
 */
export function parseModuleId(text: string): ModuleId {
  return reading("invalid_module_id", "module id", text, () => splitModuleId(text));
}

/** A module id as the REST API writes it: `0x1::coin`. */
export function formatModuleId(id: ModuleId): string {
  return `${formatAddress(id.address)}::${id.name}`;
}

/**
 * Reads `address::module::function`: split at the last `::`, what is before it is a module id.
 *
 * @throws {@link TypesError} `invalid_entry_function_id`; the message names the text and the fault
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.1 | Specification, REST API 1.1}, Entry function id
 */
export function parseEntryFunctionId(text: string): EntryFunctionId {
  return reading("invalid_entry_function_id", "entry function id", text, () => {
    const [moduleText, name] = splitAt(text, text.lastIndexOf("::"));
    const { address, name: module } = splitModuleId(moduleText);
    return { address, module, name: parseIdentifier(name) };
  });
}

/** A function id as the REST API writes it: `0x1::coin::transfer`. */
export function formatEntryFunctionId(id: EntryFunctionId): string {
  return `${formatAddress(id.address)}::${id.module}::${id.name}`;
}

function splitModuleId(text: string): ModuleId {
  const [addressText, name] = splitAt(text, text.indexOf("::"));
  return { address: parseAddress(addressText), name: parseIdentifier(name) };
}

function splitAt(text: string, index: number): [before: string, after: string] {
  if (index < 0) throw new TypesError("invalid_module_id", `"::" is missing`);
  return [text.slice(0, index), text.slice(index + 2)];
}

/** Gives the faults of the parts the name and the text of the whole. */
function reading<T>(code: TypesErrorCode, noun: string, text: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof TypesError)) throw cause;
    throw new TypesError(code, `invalid ${noun} ${quoteText(text)}: ${cause.message}`, { cause });
  }
}
