import { type Address, formatAddress } from "@ledger/types";
import type { MoveModuleAbi } from "../abi/abi.ts";
import { moduleAbi } from "../abi/module-abi.ts";
import { MoveError } from "../errors.ts";
import { utf8Encoder } from "../value/utf8.ts";
import type { Layout } from "./layout.ts";
import type { LayoutNode } from "./layout-node.ts";
import { LruCache } from "./lru-cache.ts";
import { ModuleCache } from "./module-cache.ts";
import type { ModuleCode } from "./module-code.ts";

/** How much a {@link MoveCache} may keep. */
export interface MoveCacheOptions {
  /** Bytecode of parsed modules, in bytes; 32 MiB by default. The parsed form takes a few times as much. */
  readonly maxModuleBytes?: number;
  /** Layouts, nested ones included; 16,384 by default. */
  readonly maxLayouts?: number;
  /** JSON text of ABIs, in bytes; 32 MiB by default. */
  readonly maxAbiBytes?: number;
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

/** What is known of the code of one state: modules and layouts that need no more checking. */
export interface CodeEra {
  /** By module key; null where the account has no such module. */
  readonly modules: LruCache<string, ModuleCode | null>;
  /** By type text. */
  readonly layouts: LruCache<string, LayoutEntry>;
}

const maxEras = 4;
const maxModulesPerEra = 16_384;
const maxEntriesPerType = 4;

/**
 * What all views of one ledger share: parsed modules and ABIs by content, layouts by type. A layout is used again only where
 * every module it was built from is the same.
 */
export class MoveCache {
  readonly #modules: ModuleCache;
  readonly #abis: LruCache<ModuleCode, Uint8Array>;
  readonly #layouts: LruCache<string, readonly LayoutEntry[]>;
  readonly #eras = new LruCache<unknown, CodeEra>(maxEras);
  readonly #maxLayouts: number;

  constructor(options: MoveCacheOptions = {}) {
    this.#maxLayouts = options.maxLayouts ?? 16_384;
    this.#modules = new ModuleCache(options.maxModuleBytes ?? 32 * 1024 * 1024);
    this.#layouts = new LruCache(this.#maxLayouts);
    this.#abis = new LruCache(options.maxAbiBytes ?? 32 * 1024 * 1024);
  }

  /**
   * The parsed form of a module.
   *
   * @throws {@link MoveError} as {@link decodeModule}
   */
  module(bytecode: Uint8Array): ModuleCode {
    return this.#modules.module(bytecode);
  }

  /** The ABI of a module; undefined for bytes that are none. */
  abi(bytecode: Uint8Array): MoveModuleAbi | undefined {
    return ifReadable(() => moduleAbi(this.module(bytecode).module));
  }

  /** The ABI of a module as JSON text in UTF-8, derived once for each content; undefined for bytes that are no module. */
  abiJson(bytecode: Uint8Array): Uint8Array | undefined {
    return ifReadable(() => {
      const code = this.module(bytecode);
      let json = this.#abis.get(code);
      if (json === undefined) {
        json = utf8Encoder.encode(JSON.stringify(moduleAbi(code.module)));
        this.#abis.set(code, json, json.length);
      }
      return json;
    });
  }

  /** What is known of the state that a token stands for; something new when there is no token. */
  era(token: unknown): CodeEra {
    let era = token === undefined ? undefined : this.#eras.get(token);
    if (era === undefined) {
      era = { modules: new LruCache(maxModulesPerEra), layouts: new LruCache(this.#maxLayouts) };
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

/** The key of a module in caches: `0x1::coin`. */
export function moduleKeyText(address: Address, name: string): string {
  return `${formatAddress(address)}::${name}`;
}

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MoveError) return undefined;
    throw error;
  }
}
