import { type Awaitable, LruCache, mapKey, type StateItem, type StateView, type StateWrite } from "@ledger/types";

/** Bytes of keys and values that are kept between records. */
const keptBytes = 64 * 1024 * 1024;

/** Reads an item of the state at a version. @param key - encoded state key */
export type ReadVersion = (version: bigint, key: Uint8Array) => Awaitable<StateItem | undefined>;

/**
 * The state before each of a row of records: what a record wrote is what the next one finds, so most items are read once. It never holds
 * what execution made of a record.
 */
export class RecordedState implements StateView {
  readonly #read: ReadVersion;
  /** `null` for an item that is known to be absent. */
  readonly #items = new LruCache<string, StateItem | null>(keptBytes);
  #version: bigint;
  #fault: unknown;

  /** @param version - the state to begin with */
  constructor(read: ReadVersion, version: bigint) {
    this.#read = read;
    this.#version = version;
  }

  /** The version whose state this is. */
  get version(): bigint {
    return this.#version;
  }

  get(key: Uint8Array): Awaitable<StateItem | undefined> {
    const id = mapKey(key);
    const known = this.#items.get(id);
    if (known !== undefined) return known ?? undefined;
    try {
      const found = this.#read(this.#version, key);
      if (!(found instanceof Promise)) return this.#keep(id, found);
      return found.then(
        (item) => this.#keep(id, item),
        (error: unknown) => this.#fail(error),
      );
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** True for an error that a read of the state threw. */
  isReadFault(error: unknown): boolean {
    return this.#fault === error;
  }

  /** Continues with the state after the next record. */
  advance(writes: readonly StateWrite[]): void {
    this.#version += 1n;
    for (const { key, value, metadata } of writes) this.#keep(mapKey(key), value && { bytes: value, metadata });
  }

  #fail(error: unknown): never {
    this.#fault = error;
    throw error;
  }

  #keep(id: string, item: StateItem | undefined): StateItem | undefined {
    // A view would keep the whole buffer that it is cut from.
    const kept = item && { bytes: item.bytes.slice(), metadata: item.metadata?.slice() };
    this.#items.set(id, kept ?? null, id.length + (kept?.bytes.length ?? 0));
    return kept;
  }
}
