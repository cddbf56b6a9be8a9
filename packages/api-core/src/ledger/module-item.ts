import { tryModuleAbi } from "@ledger/move";
import type { StateEntry } from "@ledger/state-store";
import { bytesToHex, decodeStateKey, formatHex, formatModuleId, LruCache, ModuleId, TypesError } from "@ledger/types";
import { utf8Encoder } from "../contract/utf8.ts";

/** Bytes of written module items that are kept. The whole framework of the main network takes about 6 MB. */
const maxKeptBytes = 64 * 1024 * 1024;

/**
 * The JSON of modules: bytecode and interface, written once per module version. A state key and the version that wrote
 * it name the content, so nothing is hashed to look an item up.
 */
export class ModuleItems {
  readonly #items = new LruCache<string, Uint8Array>(maxKeptBytes);

  /** @returns `{"bytecode":…,"abi":…}` in UTF-8, shared: not to be written to */
  json(entry: StateEntry): Uint8Array {
    const id = `${entry.version} ${bytesToHex(entry.key)}`;
    const kept = this.#items.get(id);
    if (kept !== undefined) return kept;
    const item = utf8Encoder.encode(JSON.stringify(moduleToJson(entry.bytes)));
    this.#items.set(id, item, item.length);
    return item;
  }
}

/** The JSON form of a module; `abi` is left out when the bytecode cannot be read. */
export function moduleToJson(bytecode: Uint8Array): object {
  return { bytecode: formatHex(bytecode), abi: tryModuleAbi(bytecode) };
}

/** The module id text of a module's encoded state key. */
export function moduleIdOf(key: Uint8Array): string {
  const decoded = decodeStateKey(key);
  if (decoded.kind === "AccessPath" && decoded.value.path[0] === 0) {
    return formatModuleId(ModuleId.decode(decoded.value.path.subarray(1)));
  }
  throw new TypesError("invalid_state_key", "the key is not that of a module");
}
