import { MoveError } from "../errors.ts";
import { checkScript } from "./check-bounds.ts";
import { readCodeUnit } from "./code.ts";
import type { CompiledScript } from "./compiled-module.ts";
import { readAccessSpecifiers, readConstraints, readIndex } from "./read-handles.ts";
import { readCommonTables, readDirectory } from "./read-tables.ts";

/**
 * Reads a transaction script. Byte members are views of the input; bytes after the script are ignored.
 *
 * @throws {@link MoveError} as {@link decodeModule}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#8 | Specification, module format 8}
 */
export function decodeScript(bytes: Uint8Array): CompiledScript {
  return readScript(bytes).script;
}

/**
 * Tells a script from a module. The two have the same beginning, and {@link decodeModule} takes a script for a module without content,
 * as the network does.
 *
 * @returns true for a whole script and nothing after it
 */
export function isScript(bytes: Uint8Array): boolean {
  try {
    return readScript(bytes).isWhole;
  } catch (error) {
    if (error instanceof MoveError) return false;
    throw error;
  }
}

function readScript(bytes: Uint8Array): { readonly script: CompiledScript; readonly isWhole: boolean } {
  const directory = readDirectory(bytes, "script");
  const { tail, version } = directory;
  const script: CompiledScript = {
    ...readCommonTables(directory),
    typeParameters: readConstraints(tail),
    params: readIndex(tail),
    accessSpecifiers: version >= 8 ? readAccessSpecifiers(tail) : undefined,
    code: readCodeUnit(tail, version),
  };
  checkScript(script);
  return { script, isWhole: tail.done };
}
