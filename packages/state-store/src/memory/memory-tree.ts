import { compareBytes, mapKey } from "@ledger/types";
import type { TreeChange, TreeRange, TreeRow, TreeWrites } from "../tree-port.ts";

/** The states of a row, oldest first, each since a version. */
interface History {
  readonly key: Uint8Array;
  readonly states: { readonly version: bigint; readonly value: Uint8Array | undefined }[];
}

/** Rows of the state tree in memory. */
export class MemoryTree implements TreeWrites {
  readonly #rows = new Map<string, History>();
  /** The rows in order of their keys; absent when a row has been added since. */
  #sorted: readonly History[] | undefined;

  read(version: bigint, keys: readonly Uint8Array[]): (Uint8Array | undefined)[] {
    return keys.map((key) => valueAt(this.#rows.get(mapKey(key)), version));
  }

  list(version: bigint, ranges: readonly TreeRange[]): TreeRow[][] {
    this.#sorted ??= [...this.#rows.values()].sort((a, b) => compareBytes(a.key, b.key));
    const sorted = this.#sorted;
    return ranges.map(([from, to]) => {
      const rows: TreeRow[] = [];
      for (let i = firstFrom(sorted, from); i < sorted.length && compareBytes(sorted[i]!.key, to) <= 0; i++) {
        const value = valueAt(sorted[i], version);
        if (value !== undefined) rows.push({ key: sorted[i]!.key, value });
      }
      return rows;
    });
  }

  write(changes: readonly TreeChange[]): void {
    for (const { key, value, version, keepsPast } of changes) {
      const name = mapKey(key);
      let row = this.#rows.get(name);
      if (row === undefined) {
        row = { key: key.slice(), states: [] };
        this.#rows.set(name, row);
        this.#sorted = undefined;
      }
      if (!keepsPast) row.states.length = 0;
      row.states.push({ version, value: value?.slice() });
    }
  }

  prune(version: bigint): number {
    for (const [name, { states }] of this.#rows) {
      const current = states.findLastIndex((state) => state.version <= version);
      states.splice(0, current);
      if (states.length !== 1 || states[0]!.value !== undefined) continue;
      this.#rows.delete(name);
      this.#sorted = undefined;
    }
    return 0;
  }

  remove([from, to]: TreeRange, maxRows: number): number {
    const gone = [...this.#rows]
      .filter(([, { key }]) => compareBytes(key, from) >= 0 && compareBytes(key, to) <= 0)
      .sort(([, a], [, b]) => compareBytes(a.key, b.key))
      .slice(0, maxRows);
    for (const [name] of gone) this.#rows.delete(name);
    if (gone.length > 0) this.#sorted = undefined;
    return gone.length;
  }

  clear(): void {
    this.#rows.clear();
    this.#sorted = undefined;
  }
}

function valueAt(row: History | undefined, version: bigint): Uint8Array | undefined {
  return row?.states.findLast((state) => state.version <= version)?.value;
}

/** Index of the first row whose key is not below another. */
function firstFrom(sorted: readonly History[], key: Uint8Array): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(sorted[middle]!.key, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
