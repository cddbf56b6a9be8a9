import { type Address, LruCache } from "@ledger/types";
import type { Layout } from "./layout.ts";
import type { LayoutNode } from "./layout-node.ts";
import { ModuleCache } from "./module-cache.ts";
import type { ModuleCode } from "./module-code.ts";

/** How much a {@link MoveCache} may keep. */
export interface MoveCacheOptions {
  /** Bytecode of parsed modules, in bytes; 32 MiB by default. The parsed form takes a few times as much. */
  readonly maxModuleBytes?: number;
}

/** A module that a layout was built from. */
export interface LayoutDependency {
  readonly address: Address;
  readonly name: string;
  readonly code: ModuleCode;
}

/** A layout and everything it depends on. */
export interface LayoutEntry {
  readonly node: LayoutNode;
  readonly layout: Layout;
  /** By module key. */
  readonly dependencies: ReadonlyMap<string, LayoutDependency>;
}

/** The known code of one state: modules and layouts that need no more checking. */
export interface CodeEra {
  /** By module key; null where the account has no such module. */
  readonly modules: LruCache<string, ModuleCode | null>;
  /** By type text. */
  readonly layouts: LruCache<string, LayoutEntry>;
}

const maxEras = 4;
/** Layouts that are kept, nested ones included. */
const maxLayouts = 16_384;
const maxModulesPerEra = 16_384;
const maxEntriesPerType = 4;

/**
 * The cache that all views of one ledger share: parsed modules by content, layouts by type. A layout is used again only where
 * every module it was built from is the same.
 */
export class MoveCache {
  readonly #modules: ModuleCache;
  readonly #layouts = new LruCache<string, readonly LayoutEntry[]>(maxLayouts);
  readonly #eras = new LruCache<unknown, CodeEra>(maxEras);

  constructor(options: MoveCacheOptions = {}) {
    this.#modules = new ModuleCache(options.maxModuleBytes ?? 32 * 1024 * 1024);
  }

  /**
   * The parsed form of a module.
   *
   * @throws {@link MoveError} as {@link decodeModule}
   */
  module(bytecode: Uint8Array): ModuleCode {
    return this.#modules.module(bytecode);
  }

  /** The known code of the state that a token identifies; an empty one when there is no token. */
  era(token: unknown): CodeEra {
    let era = token === undefined ? undefined : this.#eras.get(token);
    if (era === undefined) {
      era = { modules: new LruCache(maxModulesPerEra), layouts: new LruCache(maxLayouts) };
      if (token !== undefined) this.#eras.set(token, era);
    }
    return era;
  }

  /** Layouts that were built for a type, each from other modules. */
  layoutsOf(type: string): readonly LayoutEntry[] {
    return this.#layouts.get(type) ?? [];
  }

  /** Remembers a layout. */
  addLayout(type: string, entry: LayoutEntry): void {
    const entries = [entry, ...this.layoutsOf(type)].slice(0, maxEntriesPerType);
    this.#layouts.set(type, entries, entries.length);
  }
}

/** A cache with the given bounds. */
export function createMoveCache(options?: MoveCacheOptions): MoveCache {
  return new MoveCache(options);
}
