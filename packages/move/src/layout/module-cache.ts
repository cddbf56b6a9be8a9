import { bytesEqual, LruCache } from "@ledger/types";
import { ModuleCode } from "./module-code.ts";

/** Bytes that the quick hash looks at; what it misses, the comparison of all bytes finds. */
const samples = 64;
/** Modules that may share a quick hash before the oldest of them is dropped. */
const maxCollisions = 4;

/**
 * Parsed modules by content: an upgraded module is another content, so nothing ever goes stale. A quick hash finds the
 * candidate and a comparison of all bytes confirms it, which is exact and an order of magnitude cheaper than a
 * cryptographic hash of the module.
 */
export class ModuleCache {
  readonly #byHash: LruCache<string, readonly ModuleCode[]>;
  readonly #byIdentity = new WeakMap<Uint8Array, ModuleCode>();

  /** @param maxBytes - most bytecode kept */
  constructor(maxBytes: number) {
    this.#byHash = new LruCache(maxBytes);
  }

  /**
   * The parsed form of a module.
   *
   * @throws {@link MoveError} as {@link decodeModule}
   */
  module(bytecode: Uint8Array): ModuleCode {
    const seen = this.#byIdentity.get(bytecode);
    if (seen !== undefined) return seen;
    const key = quickHash(bytecode);
    const candidates = this.#byHash.get(key) ?? [];
    let code = candidates.find((candidate) => bytesEqual(candidate.bytecode, bytecode));
    if (code === undefined) {
      // A copy: the caller's bytes may be a view into something large.
      code = new ModuleCode(bytecode.slice());
      const kept = [code, ...candidates].slice(0, maxCollisions);
      this.#byHash.set(key, kept, kept.length * bytecode.length);
    }
    this.#byIdentity.set(bytecode, code);
    return code;
  }
}

function quickHash(bytes: Uint8Array): string {
  const { length } = bytes;
  const step = Math.max(1, Math.floor(length / samples));
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i += step) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return `${length}/${hash}`;
}
