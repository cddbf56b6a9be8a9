import {
  disassembleModule,
  disassembleScript,
  isScript,
  MoveError,
  type MoveModuleAbi,
  moduleAbi,
  scriptAbi,
} from "@ledger/move";
import { formatAddress, formatModuleId, parseAddress, parseModuleId, TypesError } from "@ledger/types";
import { jsonText } from "../browser/json-text.ts";

/** Bytecode and what it is. */
export type CodeInspection =
  | {
      readonly kind: "code";
      /** `0x1::coin`, or `script`. */
      readonly name: string;
      /** As the REST API has it. */
      readonly abi: string;
      readonly assembly: string;
    }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Reads a module or a script.
 *
 * @param wanted - an address or `0x1::coin`, whose code the bytes have to be; empty for any
 */
export function inspectCode(bytes: Uint8Array, wanted: string): CodeInspection {
  if (bytes.length === 0) return refuse("there are no bytes yet");
  try {
    if (isScript(bytes)) return show("script", scriptAbi(bytes), () => disassembleScript(bytes));
    const abi = moduleAbi(bytes);
    const name = `${abi.address}::${abi.name}`;
    const fault = wanted.trim() === "" ? undefined : differenceOf(abi, wanted.trim());
    return fault === undefined ? show(name, abi, () => disassembleModule(bytes)) : refuse(fault);
  } catch (error) {
    return refuse(messageOf(error));
  }
}

/** An interface is shown where instructions cannot be read, too. */
function show(name: string, abi: object, write: () => string): CodeInspection {
  let assembly: string;
  try {
    assembly = write();
  } catch (error) {
    assembly = `// ${messageOf(error)}`;
  }
  return { kind: "code", name, abi: jsonText(abi), assembly };
}

function differenceOf({ address, name }: MoveModuleAbi, wanted: string): string | undefined {
  const own = wanted.includes("::") ? `${address}::${name}` : address;
  const asked = wanted.includes("::") ? formatModuleId(parseModuleId(wanted)) : formatAddress(parseAddress(wanted));
  return own === asked ? undefined : `these bytes are ${address}::${name}, not of ${asked}`;
}

function refuse(message: string): CodeInspection {
  return { kind: "refused", message };
}

function messageOf(error: unknown): string {
  if (error instanceof MoveError || error instanceof TypesError) return error.message;
  throw error;
}
