import type {
  IndexedRow,
  PlacedEntry,
  PlacedIndexedRow,
  PlaceQuery,
  RowChange,
  TableIndexStats,
  TableIndexStep,
  TableIndexStore,
  TopicVersion,
  TopicVersionQuery,
} from "@ledger/state-store";
import { SortedEntries } from "./sorted-entries.ts";
import { addNumber, firstFrom, removeNumber } from "./sorted-numbers.ts";

/** Versions by which a ledger's beginning has moved on before lists are cut: a cut goes through all of them. */
const pruneStep = 10_000;

/** The versions of a topic without places, ascending, and what each of them counts for. */
interface Versions {
  readonly versions: number[];
  readonly counts: number[];
}

/** An index of tables in memory, for a ledger that is small or lives in memory itself. */
export class MemoryIndex implements TableIndexStore {
  readonly #rows = new Map<string, { readonly id: number; row: string }>();
  readonly #byId = new Map<number, { readonly id: number; row: string }>();
  readonly #rowTopics = new Map<string, number[]>();
  readonly #rowPlaces = new Map<string, SortedEntries>();
  readonly #versions = new Map<string, Versions>();
  readonly #versionPlaces = new Map<string, SortedEntries>();
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

  listPlacedRows({ topic, ...query }: PlaceQuery): readonly PlacedIndexedRow[] {
    const entries = this.#rowPlaces.get(topic)?.list(query, 0) ?? [];
    return entries.map((entry) => ({ ...entry, row: this.#byId.get(entry.id)!.row }));
  }

  countRows(topic: string, most: number, within?: Pick<PlaceQuery, "from" | "to">): number {
    const places = this.#rowPlaces.get(topic);
    if (places !== undefined) return Math.min(most, places.count(within ?? { from: "", to: "~" }));
    return Math.min(most, this.#rowTopics.get(topic)?.length ?? 0);
  }

  listVersions(query: TopicVersionQuery, order: "oldest_first" | "newest_first"): readonly number[] {
    const { versions = [] } = this.#versions.get(query.topic) ?? {};
    const [start, end] = [firstFrom(versions, query.from), firstFrom(versions, query.to + 1)];
    if (order === "oldest_first") return versions.slice(start, Math.min(end, start + query.limit));
    return versions.slice(Math.max(start, end - query.limit), end).reverse();
  }

  listPlacedVersions({ topic, ...query }: PlaceQuery, oldest: number): readonly PlacedEntry[] {
    return this.#versionPlaces.get(topic)?.list(query, oldest) ?? [];
  }

  countVersions({ topic, from, to, limit }: TopicVersionQuery): number {
    const { versions = [] } = this.#versions.get(topic) ?? {};
    return Math.min(limit, Math.max(0, firstFrom(versions, to + 1) - firstFrom(versions, from)));
  }

  sumVersions({ topic, from, to, limit }: TopicVersionQuery): number {
    const { versions, counts } = this.#versions.get(topic) ?? { versions: [], counts: [] };
    const end = firstFrom(versions, to + 1);
    let sum = 0;
    for (let at = firstFrom(versions, from); at < end && sum < limit; at++) sum += counts[at]!;
    return Math.min(limit, sum);
  }

  write({ head, rows, versions }: TableIndexStep): void {
    for (const change of rows) this.#change(change);
    for (const version of versions) this.#note(version);
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
    const { id } = held;
    for (const { topic, place } of lost) {
      const [ids, entries] = [this.#rowTopics.get(topic), this.#rowPlaces.get(topic)];
      if (place) entries?.remove({ place, id });
      else if (ids !== undefined) removeNumber(ids, id);
      if (ids?.length === 0) this.#rowTopics.delete(topic);
      if (entries?.length === 0) this.#rowPlaces.delete(topic);
    }
    for (const { topic, place } of found) {
      if (place) at(this.#rowPlaces, topic, newEntries).add({ place, id });
      else addNumber(at(this.#rowTopics, topic, newList), id);
    }
  }

  #note({ topic, place, version, count = 1 }: TopicVersion): void {
    if (place) {
      at(this.#versionPlaces, topic, newEntries).add({ place, id: version });
      return;
    }
    const { versions, counts } = at(this.#versions, topic, () => ({ versions: [], counts: [] }));
    const added = addNumber(versions, version);
    if (added === counts.length) counts.push(count);
    else if (added >= 0) counts.splice(added, 0, count);
  }

  prune(oldest: number): boolean {
    if (oldest - this.#pruned < pruneStep) return true;
    this.#pruned = oldest;
    for (const [topic, { versions, counts }] of this.#versions) {
      const start = firstFrom(versions, oldest);
      if (start === versions.length) this.#versions.delete(topic);
      else for (const list of [versions, counts]) list.splice(0, start);
    }
    for (const [topic, entries] of this.#versionPlaces) {
      if (entries.keepFrom(oldest) === 0) this.#versionPlaces.delete(topic);
    }
    return true;
  }

  clear(): void {
    for (const map of [this.#rows, this.#byId, this.#rowTopics, this.#rowPlaces, this.#versions, this.#versionPlaces])
      map.clear();
    this.#head = undefined;
    this.#pruned = 0;
  }

  stats(oldest = 0): TableIndexStats {
    let [found, versions] = [0, 0];
    for (const list of this.#rowTopics.values()) found += list.length;
    for (const entries of this.#rowPlaces.values()) found += entries.length;
    for (const { versions: list } of this.#versions.values()) versions += list.length - firstFrom(list, oldest);
    for (const entries of this.#versionPlaces.values()) versions += entries.countFrom(oldest);
    return { rows: this.#rows.size, found, versions, bytes: 0 };
  }

  close(): void {}
}

const newList = (): number[] => [];
const newEntries = (): SortedEntries => new SortedEntries();

function at<T>(lists: Map<string, T>, name: string, make: () => T): T {
  let list = lists.get(name);
  if (list === undefined) {
    list = make();
    lists.set(name, list);
  }
  return list;
}
