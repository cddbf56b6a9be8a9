import { BcsError } from "@ledger/bcs";
import {
  type Address,
  bytesEqual,
  bytesToHex,
  concatBytes,
  LruCache,
  moduleKey,
  parseAddress,
  resourceKey,
  type StateView,
  sha3_256,
} from "@ledger/types";
import {
  describeFailure,
  type Failure,
  type ModuleName,
  moduleText,
  readSourceMap,
  type SourceFile,
  type SourceMap,
  type VmError,
} from "@ledger/vm";
import { PackageRegistry, packageRegistryTag } from "../state/package-registry.ts";

/** Modules whose source maps are kept. */
const keptModules = 256;

/** Bytes that a source or a source map may unpack to: its publisher chooses what the packed form holds. */
const mostUnpacked = 4 * 2 ** 20;

/**
 * The lines that code comes from: of packages that were added, and of those whose publishers left sources and source maps on the
 * chain.
 */
export class FailureSources {
  /** By the hash of a module's bytecode; `none` where its sources are not known. */
  readonly #maps = new LruCache<string, SourceMap | "none">(keptModules);
  /** The latest bytecode of modules, by their names. */
  readonly #latest = new LruCache<string, { readonly bytecode: Uint8Array; readonly hash: string }>(keptModules);

  /**
   * Adds the source map of a module.
   *
   * @param sourceMap - as the compiler writes it
   * @throws BcsError for bytes that are no source map
   */
  add(bytecode: Uint8Array, sourceMap: Uint8Array, sources: readonly SourceFile[]): void {
    this.#maps.set(hashOf(bytecode), readSourceMap(sourceMap, sources));
  }

  /** Describes a failure. @param state - that the code ran on @throws what the state's reading throws */
  async describe(error: VmError, state: StateView): Promise<Failure> {
    const modules = new Map<string, ModuleName>();
    for (const { module } of error.origin.calls) if (module !== undefined) modules.set(moduleText(module), module);
    const found = new Map<string, SourceMap>();
    for (const [key, module] of modules) {
      const map = await this.#find(module, state);
      if (map !== undefined) found.set(key, map);
    }
    return describeFailure(error, found);
  }

  async #find(module: ModuleName, state: StateView): Promise<SourceMap | undefined> {
    const address = parseAddress(module.address);
    const item = await state.get(moduleKey(address, module.name));
    if (item === undefined) return undefined;
    const hash = this.#hashOf(moduleText(module), item.bytes);
    const known = this.#maps.get(hash) ?? (await readPublished(address, module.name, state)) ?? "none";
    this.#maps.set(hash, known);
    return known === "none" ? undefined : known;
  }

  /** Hashing a module costs much more than comparing it with what it was at the failure before. */
  #hashOf(key: string, bytecode: Uint8Array): string {
    const before = this.#latest.get(key);
    if (before !== undefined && bytesEqual(before.bytecode, bytecode)) return before.hash;
    const hash = hashOf(bytecode);
    this.#latest.set(key, { bytecode, hash });
    return hash;
  }
}

function hashOf(bytecode: Uint8Array): string {
  return bytesToHex(sha3_256(bytecode));
}

/** The source map that a publisher has left on the chain. */
async function readPublished(address: Address, name: string, state: StateView): Promise<SourceMap | undefined> {
  const item = await state.get(resourceKey(address, packageRegistryTag));
  if (item === undefined) return undefined;
  try {
    const modules = PackageRegistry.decode(item.bytes).packages.flatMap(({ value }) => value.modules);
    const published = modules.find((one) => one.name === name);
    if (published === undefined || published.source.length === 0 || published.sourceMap.length === 0) return undefined;
    const text = new TextDecoder().decode(await gunzip(published.source));
    return readSourceMap(await gunzip(published.sourceMap), [{ path: `${name}.move`, text }]);
  } catch (error) {
    // The chain does not check what a publisher puts there. A TypeError is how the platform refuses bytes that are not gzipped.
    if (error instanceof BcsError || error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws TypeError for bytes that are not gzipped, RangeError for too many */
async function gunzip(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream("gzip"));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > mostUnpacked) throw new RangeError("more than a source may have");
    parts.push(part);
  }
  return concatBytes(...parts);
}
