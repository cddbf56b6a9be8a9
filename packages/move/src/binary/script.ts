import { checkScript } from "./check-bounds.ts";
import { readCodeUnit } from "./code.ts";
import type { CompiledScript } from "./compiled-module.ts";
import { readAccessSpecifiers, readConstraints, readIndex } from "./read-handles.ts";
import { readCommonTables, readDirectory } from "./read-tables.ts";

/**
 * Reads a transaction script. Byte members are views of the input; bytes after the script are ignored.
 *
 * @throws {@link MoveError} as {@link decodeModule}
 * @see Ledger specification, Move binary §8
 */
export function decodeScript(bytes: Uint8Array): CompiledScript {
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
  return script;
}
