import type { LedgerReader, StoredValue } from "@ledger/state-store";
import { type Awaitable, LruCache, mapKey } from "@ledger/types";

/** Bytes of state items that are kept, with what keeping one takes. */
const mostBytes = 4 * 1024 * 1024;
const entryBytes = 128;

/** An item, or that there is none. */
interface Kept {
  readonly item: StoredValue | undefined;
}

/** A state to read. */
export interface StatePlace {
  readonly store: Pick<LedgerReader, "readState">;
  /** A version that the store keeps. */
  readonly version: bigint;
  /** The incarnation of the ledger: another one may have other state of the same versions. */
  readonly incarnation?: number | undefined;
}

/**
 * The state items that calls on one version have read: most calls read the same few of them, such as the metadata of a coin. They are
 * handed out as the same objects, from which the machine knows that it has decoded them.
 */
export class KeptItems {
  #place: StatePlace | undefined;
  #items = new LruCache<string, Kept>(mostBytes);

  /** Reads the state of a place through what is kept of it. Another place takes the room of the one before. */
  reader(place: StatePlace): LedgerReader["readState"] {
    const { store, version, incarnation } = place;
    const last = this.#place;
    if (last?.version !== version || last.incarnation !== incarnation || last.store !== store) {
      this.#place = { store, version, incarnation };
      this.#items = new LruCache(mostBytes);
    }
    const items = this.#items;
    return (at, key): Awaitable<StoredValue | undefined> => {
      const id = mapKey(key);
      const kept = items.get(id);
      if (kept !== undefined) return kept.item;
      const keep = (found: StoredValue | undefined): StoredValue | undefined => {
        const item = found && ownBytes(found);
        items.set(id, { item }, entryBytes + key.length + (item?.bytes.length ?? 0));
        return item;
      };
      const found = store.readState(at, key);
      return found instanceof Promise ? found.then(keep) : keep(found);
    };
  }
}

/** The item with bytes of its own, where they are a part of a larger buffer, which would be kept with them. */
function ownBytes(item: StoredValue): StoredValue {
  const { bytes } = item;
  return bytes.byteLength === bytes.buffer.byteLength ? item : { ...item, bytes: bytes.slice() };
}
