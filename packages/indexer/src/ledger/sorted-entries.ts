import type { PlacedEntry, PlaceQuery } from "@ledger/state-store";
import { firstFrom } from "./sorted-numbers.ts";

/** Entries of a topic in the order of their places, those of one place in the order of their ids: each once. */
export class SortedEntries {
  #entries: PlacedEntry[] = [];

  get length(): number {
    return this.#entries.length;
  }

  add(entry: PlacedEntry): void {
    const at = this.#firstFrom(entry);
    if (compareEntries(this.#entries[at], entry) !== 0) this.#entries.splice(at, 0, entry);
  }

  remove(entry: PlacedEntry): void {
    const at = this.#firstFrom(entry);
    if (compareEntries(this.#entries[at], entry) === 0) this.#entries.splice(at, 1);
  }

  /** Keeps the entries with ids from one on. @returns how many are left */
  keepFrom(id: number): number {
    this.#entries = this.#entries.filter((entry) => entry.id >= id);
    return this.#entries.length;
  }

  /** Counts the entries with ids from one on. */
  countFrom(id: number): number {
    return this.#entries.reduce((sum, entry) => (entry.id >= id ? sum + 1 : sum), 0);
  }

  count({ from, to }: Pick<PlaceQuery, "from" | "to">): number {
    return Math.max(0, this.#endOf(to) - this.#firstFrom({ place: from, id: -1 }));
  }

  /** The entries of a question whose ids are not below one. */
  list({ from, to, after, isDescending, limit }: Omit<PlaceQuery, "topic">, oldest: number): PlacedEntry[] {
    const found: PlacedEntry[] = [];
    let [start, end] = [this.#firstFrom({ place: from, id: -1 }), this.#endOf(to)];
    if (after !== undefined && isDescending) end = Math.min(end, this.#firstFrom(after));
    if (after !== undefined && !isDescending) start = Math.max(start, this.#firstFrom({ ...after, id: after.id + 1 }));
    for (let left = end - start; left > 0 && found.length < limit; left--) {
      const entry = this.#entries[isDescending ? start + left - 1 : end - left]!;
      if (entry.id >= oldest) found.push(entry);
    }
    return found;
  }

  #firstFrom(entry: PlacedEntry): number {
    return firstFrom(this.#entries, entry, compareEntries);
  }

  #endOf(to: string): number {
    return this.#firstFrom({ place: to, id: Number.MAX_SAFE_INTEGER });
  }
}

/** @param a - absent after the last entry */
function compareEntries(a: PlacedEntry | undefined, b: PlacedEntry): number {
  if (a === undefined) return 1;
  if (a.place !== b.place) return a.place < b.place ? -1 : 1;
  return a.id - b.id;
}
