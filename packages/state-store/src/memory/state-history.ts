import { accountPrefixOf, compareBytes, mapKey, type StateWrite } from "@ledger/types";
import type { BaseValue } from "../base-port.ts";
import { startsWith } from "../bytes.ts";
import type { StateEntry, StatePage, StateQuery, StoredValue } from "../port.ts";
import { isPathKind } from "../state-key.ts";
import { listingUnknown, stateUnavailable, stateUnknown } from "../store-error.ts";
import { indexOf, merge } from "./key-order.ts";

interface KeptWrite {
  readonly version: bigint;
  /** Absent: removed, or a base value that says so. */
  readonly value: Uint8Array | undefined;
  readonly metadata: Uint8Array | undefined;
  /** Of base values only. */
  readonly base?: Pick<BaseValue, "kind" | "origin">;
}

interface KeyHistory {
  readonly key: Uint8Array;
  /** Ascending by version. Of a write that is not the latest one mostly the version alone: its record has the rest. */
  readonly writes: (KeptWrite | number)[];
}

/** Reads the write of a key from the record of a version. */
export type ReadWrite = (version: number, key: Uint8Array) => StateWrite;

/** An account of a partial base whose keys at a version are all known. */
interface CompleteAccount {
  readonly version: bigint;
  readonly origin: string;
}

/** Every kept write of every key. */
export class StateHistory {
  readonly #readWrite: ReadWrite;
  readonly #byKey = new Map<string, KeyHistory>();
  readonly #accounts = new Map<string, CompleteAccount>();
  /** In the order of keys, but for those that have come since. */
  #sorted: KeyHistory[] = [];
  #added: KeyHistory[] = [];
  /** How many histories of the two lists are gone. */
  #removed = 0;
  #isPartial = false;
  /** Records below are gone. */
  #oldestRecord = 0n;

  constructor(readWrite: ReadWrite) {
    this.#readWrite = readWrite;
  }

  /** Starts over with nothing but the kind of the base. */
  begin(isPartial: boolean): void {
    this.#byKey.clear();
    this.#accounts.clear();
    this.#sorted = [];
    this.#added = [];
    this.#isPartial = isPartial;
    this.#oldestRecord = 0n;
  }

  /** @param oldest - version from which on readers look; base values that none of them can see are left out */
  addBaseValue(version: bigint, base: BaseValue, oldest: bigint): void {
    const history = this.#historyOf(base.key);
    const first = history.writes[0];
    if (first !== undefined && versionOf(first) <= oldest) return;
    const { kind, origin } = base;
    const { value, metadata } = kind === "value" ? base : { value: undefined, metadata: undefined };
    history.writes.unshift({ version, value: value?.slice(), metadata: metadata?.slice(), base: { kind, origin } });
  }

  completeAccount(prefix: Uint8Array, account: CompleteAccount): void {
    this.#accounts.set(mapKey(prefix), account);
  }

  findListingOrigin(prefix: Uint8Array): string | undefined {
    return this.#accounts.get(mapKey(prefix))?.origin;
  }

  findValueOrigin(version: bigint, key: Uint8Array): string | undefined {
    const history = this.#byKey.get(mapKey(key));
    const write = history && this.#writeAt(history, version);
    return write === undefined ? this.#accountOf(key)?.origin : write.base?.origin;
  }

  write(version: bigint, write: StateWrite): void {
    const { writes } = this.#historyOf(write.key);
    const before = writes.at(-1);
    if (before !== undefined && versionOf(before) === version) writes.pop();
    else if (typeof before === "object" && this.#hasRecord(before)) writes[writes.length - 1] = Number(before.version);
    writes.push({ version, value: write.value?.slice(), metadata: write.metadata?.slice() });
  }

  /** Undoes the write of a version. No later one may be left. */
  revert(version: bigint, key: Uint8Array): void {
    const history = this.#byKey.get(mapKey(key));
    const last = history?.writes.at(-1);
    if (history === undefined || last === undefined || versionOf(last) !== version) return;
    history.writes.pop();
    if (history.writes.length === 0) this.#remove(mapKey(key));
  }

  read(version: bigint, key: Uint8Array): StoredValue | undefined {
    const history = this.#byKey.get(mapKey(key));
    return this.#valueAt(history ?? { key, writes: [] }, version);
  }

  list(query: StateQuery): StatePage {
    if (this.#isPartial && this.#accountOf(query.prefix) === undefined) {
      throw listingUnknown(query.version, query.prefix);
    }
    const entries: StateEntry[] = [];
    const keys = this.#keys();
    const first = query.start !== undefined && compareBytes(query.start, query.prefix) > 0 ? query.start : query.prefix;
    for (let index = indexOf(keys, first); index < keys.length; index++) {
      const history = keys[index]!;
      if (!startsWith(history.key, query.prefix)) break;
      if (query.pathKind !== undefined && !isPathKind(history.key, query.pathKind)) continue;
      const value = this.#valueAt(history, query.version);
      if (value === undefined) continue;
      if (entries.length === query.limit) return { entries, next: history.key.slice() };
      entries.push({ key: history.key.slice(), ...value });
    }
    return { entries, next: undefined };
  }

  /**
   * Deletes what no version from `oldest` on can see.
   *
   * @param oldestRecord - records below are about to go: what has only its version is read from them
   * @returns rows that go
   */
  prune(oldest: bigint, oldestRecord: bigint): number {
    let rows = 0;
    this.#oldestRecord = oldestRecord;
    for (const [text, history] of this.#byKey) {
      const { writes } = history;
      const stale = this.#staleOf(history, oldest);
      if (stale > 0) {
        rows += stale;
        writes.splice(0, stale);
        if (writes.length === 0) this.#remove(text);
      }
      for (let at = 0; at < writes.length && versionOf(writes[at]!) < oldestRecord; at++)
        writes[at] = this.#whole(history, writes[at]!);
    }
    return rows;
  }

  /** Rows that {@link StateHistory.prune} would delete, and their bytes. */
  planPrune(oldest: bigint): { rows: number; bytes: number } {
    let rows = 0;
    let bytes = 0;
    for (const history of this.#byKey.values()) {
      const stale = Math.max(0, this.#staleOf(history, oldest));
      rows += stale;
      for (const write of history.writes.slice(0, stale)) bytes += valueBytes(this.#whole(history, write));
    }
    return { rows, bytes };
  }

  /** How many writes of a key no version from `oldest` on can see. */
  #staleOf(history: KeyHistory, oldest: bigint): number {
    const { writes } = history;
    const stale = indexAt(history, oldest);
    // What a partial base does not know is not absent: there a removal is worth knowing.
    const last = writes[stale];
    const isRemoval = last !== undefined && !this.#isPartial && this.#whole(history, last).value === undefined;
    return isRemoval ? stale + 1 : stale;
  }

  /** Kept writes. */
  get rows(): number {
    let rows = 0;
    for (const { writes } of this.#byKey.values()) rows += writes.length;
    return rows;
  }

  /** Bytes of the kept writes and their keys. */
  bytes(): number {
    let bytes = 0;
    for (const history of this.#byKey.values()) {
      bytes += history.key.length;
      for (const write of history.writes) bytes += valueBytes(this.#whole(history, write));
    }
    return bytes;
  }

  /** The newest write at or before a version. The latest one of all is kept once it was read. */
  #writeAt(history: KeyHistory, version: bigint): KeptWrite | undefined {
    const { writes } = history;
    const index = indexAt(history, version);
    const write = writes[index];
    if (typeof write !== "number") return write;
    const whole = this.#whole(history, write);
    if (index === writes.length - 1) writes[index] = whole;
    return whole;
  }

  #whole({ key }: KeyHistory, write: KeptWrite | number): KeptWrite {
    if (typeof write !== "number") return write;
    const { value, metadata } = this.#readWrite(write, key);
    return { version: BigInt(write), value: value?.slice(), metadata: metadata?.slice() };
  }

  #hasRecord({ version, base }: KeptWrite): boolean {
    return base === undefined && version >= this.#oldestRecord;
  }

  #historyOf(key: Uint8Array): KeyHistory {
    const text = mapKey(key);
    let history = this.#byKey.get(text);
    if (history === undefined) {
      history = { key: key.slice(), writes: [] };
      this.#byKey.set(text, history);
      this.#added.push(history);
    }
    return history;
  }

  #remove(text: string): void {
    this.#byKey.delete(text);
    this.#removed += 1;
    // A test that goes back again and again, and lists nothing, must not keep all keys that there ever were.
    if (this.#removed > this.#byKey.size) this.#dropRemoved();
  }

  #accountOf(key: Uint8Array): CompleteAccount | undefined {
    const prefix = accountPrefixOf(key);
    return prefix && this.#accounts.get(mapKey(prefix));
  }

  #valueAt(history: KeyHistory, version: bigint): StoredValue | undefined {
    const write = this.#writeAt(history, version);
    if (write === undefined) {
      if (this.#isPartial) this.#expectAbsent(history, version);
      return undefined;
    }
    if (write.base?.kind === "lost") throw stateUnavailable(version, history.key, versionAt(history, 1));
    if (write.value === undefined) return undefined;
    return { bytes: write.value.slice(), metadata: write.metadata?.slice(), version: write.version };
  }

  /** In a partial base only the keys of complete accounts are known to be absent before their first write. */
  #expectAbsent(history: KeyHistory, version: bigint): void {
    const { key } = history;
    const account = this.#accountOf(key);
    const first = versionAt(history, 0);
    if (account !== undefined && (first === undefined || first > account.version)) return;
    throw stateUnknown(version, key, first);
  }

  #keys(): readonly KeyHistory[] {
    if (this.#removed > 0) this.#dropRemoved();
    if (this.#added.length > 0) {
      this.#sorted = merge(
        this.#sorted,
        this.#added.sort((a, b) => compareBytes(a.key, b.key)),
      );
      this.#added = [];
    }
    return this.#sorted;
  }

  #dropRemoved(): void {
    this.#sorted = this.#sorted.filter(isKept);
    this.#added = this.#added.filter(isKept);
    this.#removed = 0;
  }
}

function isKept({ writes }: KeyHistory): boolean {
  return writes.length > 0;
}

/** Index of the newest write at or before a version; -1 for none. */
function indexAt({ writes }: KeyHistory, version: bigint): number {
  let low = 0;
  let high = writes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (versionOf(writes[middle]!) <= version) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function versionOf(write: KeptWrite | number): bigint {
  return typeof write === "number" ? BigInt(write) : write.version;
}

function versionAt({ writes }: KeyHistory, index: number): bigint | undefined {
  const write = writes[index];
  return write === undefined ? undefined : versionOf(write);
}

function valueBytes({ value, metadata }: KeptWrite): number {
  return (value?.length ?? 0) + (metadata?.length ?? 0);
}
