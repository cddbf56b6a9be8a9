import { MoveError } from "../errors.ts";
import type { CompiledModule } from "./compiled-module.ts";
import { readModule } from "./module.ts";
import { isScript } from "./script.ts";

/**
 * The module that is to be shown. The network ignores bytes after a module; for a reader they are a sign of something else.
 *
 * @throws {@link MoveError} `malformed_module` for a script, and for bytes after the module; as {@link decodeModule}
 */
export function moduleToShow(source: CompiledModule | Uint8Array): CompiledModule {
  if (!(source instanceof Uint8Array)) return source;
  if (isScript(source))
    throw notShown("the bytes are a script: read them with decodeScript, scriptAbi or disassembleScript");
  const { module, isWhole } = readModule(source);
  if (!isWhole) throw notShown("more bytes follow the module");
  return module;
}

function notShown(reason: string): MoveError {
  return new MoveError("malformed_module", reason);
}
