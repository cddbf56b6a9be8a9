import type {
  IndexedRow,
  RowChange,
  TableIndexStats,
  TableIndexStep,
  TableIndexStore,
  TopicVersionQuery,
} from "@ledger/state-store";
import { addNumber, firstFrom, removeNumber } from "./sorted-numbers.ts";

/** Versions by which a ledger's beginning has moved on before lists are cut: a cut goes through all of them. */
const pruneStep = 10_000;

/** An index of tables in memory, for a ledger that is small or lives in memory itself. */
export class MemoryIndex implements TableIndexStore {
  readonly #rows = new Map<string, { readonly id: number; row: string }>();
  readonly #byId = new Map<number, { readonly id: number; row: string }>();
  readonly #rowTopics = new Map<string, number[]>();
  readonly #versions = new Map<string, number[]>();
  #head: string | undefined;
  #next = 1;
  #pruned = 0;

  renew(): string | undefined {
    return this.#head;
  }

  release(): void {}

  readRow(key: string): string | undefined {
    return this.#rows.get(key)?.row;
  }

  readRows(keys: readonly string[]): readonly (string | undefined)[] {
    return keys.map((key) => this.readRow(key));
  }

  listRows(topic: string, after: number, limit: number): readonly IndexedRow[] {
    const ids = this.#rowTopics.get(topic) ?? [];
    const start = firstFrom(ids, after + 1);
    return ids.slice(start, start + limit).map((id) => ({ id, row: this.#byId.get(id)!.row }));
  }

  listRowsOf(topics: readonly string[], limit: number): readonly (readonly IndexedRow[] | undefined)[] {
    let left = limit;
    return topics.map((topic) => {
      const rows = this.#rowTopics.get(topic)?.length ?? 0;
      if (rows > left) return undefined;
      left -= rows;
      return this.listRows(topic, 0, rows);
    });
  }

  countRows(topic: string, most: number): number {
    return Math.min(most, this.#rowTopics.get(topic)?.length ?? 0);
  }

  listVersions(query: TopicVersionQuery, order: "oldest_first" | "newest_first"): readonly number[] {
    const versions = this.#versions.get(query.topic) ?? [];
    const [start, end] = [firstFrom(versions, query.from), firstFrom(versions, query.to + 1)];
    if (order === "oldest_first") return versions.slice(start, Math.min(end, start + query.limit));
    return versions.slice(Math.max(start, end - query.limit), end).reverse();
  }

  countVersions({ topic, from, to, limit }: TopicVersionQuery): number {
    const versions = this.#versions.get(topic) ?? [];
    return Math.min(limit, Math.max(0, firstFrom(versions, to + 1) - firstFrom(versions, from)));
  }

  write({ head, rows, versions }: TableIndexStep): void {
    for (const change of rows) this.#change(change);
    for (const { topic, version } of versions) addNumber(listAt(this.#versions, topic), version);
    this.#head = head;
  }

  #change({ key, row, found, lost }: RowChange): void {
    let held = this.#rows.get(key);
    if (held === undefined) {
      held = { id: this.#next++, row };
      this.#rows.set(key, held);
      this.#byId.set(held.id, held);
    }
    held.row = row;
    for (const topic of lost) removeAt(this.#rowTopics, topic, held.id);
    for (const topic of found) addNumber(listAt(this.#rowTopics, topic), held.id);
  }

  prune(oldest: number): boolean {
    if (oldest - this.#pruned < pruneStep) return true;
    this.#pruned = oldest;
    for (const [topic, versions] of this.#versions) {
      const start = firstFrom(versions, oldest);
      if (start === versions.length) this.#versions.delete(topic);
      else if (start > 0) versions.splice(0, start);
    }
    return true;
  }

  clear(): void {
    for (const map of [this.#rows, this.#byId, this.#rowTopics, this.#versions]) map.clear();
    this.#head = undefined;
    this.#pruned = 0;
  }

  stats(oldest = 0): TableIndexStats {
    let [found, versions] = [0, 0];
    for (const list of this.#rowTopics.values()) found += list.length;
    for (const list of this.#versions.values()) versions += list.length - firstFrom(list, oldest);
    return { rows: this.#rows.size, found, versions, bytes: 0 };
  }

  close(): void {}
}

function listAt(lists: Map<string, number[]>, name: string): number[] {
  let list = lists.get(name);
  if (list === undefined) {
    list = [];
    lists.set(name, list);
  }
  return list;
}

function removeAt(lists: Map<string, number[]>, name: string, removed: number): void {
  const list = lists.get(name);
  if (list === undefined) return;
  removeNumber(list, removed);
  if (list.length === 0) lists.delete(name);
}
