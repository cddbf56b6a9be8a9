import type { StateEntry, StatePage } from "@ledger/state-store";
import { LruCache } from "@ledger/types";
import { joinJsonArray } from "./json-array.ts";
import type { ModuleItems } from "./module-item.ts";

/** Pages that are kept; the framework of the main network takes about 8 MB on one. */
const keptPages = 8;

/** A page of an account's modules. */
export class ModulePage {
  readonly entries: readonly StateEntry[];
  /** Encoded state key that the next page begins with. */
  readonly next: Uint8Array | undefined;
  #json: Uint8Array | undefined;

  constructor({ entries, next }: StatePage) {
    this.entries = entries;
    this.next = next;
  }

  /** @returns the JSON array in UTF-8, written once and shared: not to be written to */
  json(items: ModuleItems): Uint8Array {
    this.#json ??= joinJsonArray(this.entries.map((entry) => items.json(entry)));
    return this.#json;
  }
}

/** The pages of modules that are asked for most: those of the newest code, which every version since its last change has. */
export class ModulePages {
  readonly #pages = new LruCache<string, ModulePage>(keptPages);

  /**
   * Finds a page of the newest code.
   * @param key - says which page of which code it is
   */
  async find(key: string, read: () => StatePage | Promise<StatePage>): Promise<ModulePage> {
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const page = new ModulePage(await read());
    this.#pages.set(key, page);
    return page;
  }
}
