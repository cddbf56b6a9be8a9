import { accountPrefixOf, compareBytes, type StateWrite } from "@ledger/types";
import type { BaseValue } from "../base-port.ts";
import { startsWith } from "../bytes.ts";
import type { StateEntry, StatePage, StateQuery, StoredValue } from "../port.ts";
import { isPathKind } from "../state-key.ts";
import { listingUnknown, stateUnavailable, stateUnknown } from "../store-error.ts";

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
  /** Ascending by version. */
  readonly writes: KeptWrite[];
}

/** An account of a partial base whose keys at a version are all known. */
interface CompleteAccount {
  readonly version: bigint;
  readonly origin: string;
}

/** Every kept write of every key, as plainly as it can be said: the drivers' reference in tests. */
export class StateHistory {
  readonly #byKey = new Map<string, KeyHistory>();
  readonly #accounts = new Map<string, CompleteAccount>();
  /** In the order of keys, but for those that have come since. */
  #sorted: KeyHistory[] = [];
  #added: KeyHistory[] = [];
  /** How many histories of the two lists are gone. */
  #removed = 0;
  #isPartial = false;

  /** Starts over with nothing but the kind of the base. */
  begin(isPartial: boolean): void {
    this.#byKey.clear();
    this.#accounts.clear();
    this.#sorted = [];
    this.#added = [];
    this.#isPartial = isPartial;
  }

  /** @param oldest - version from which on readers look; base values that none of them can see are left out */
  addBaseValue(version: bigint, base: BaseValue, oldest: bigint): void {
    const history = this.#historyOf(base.key);
    const first = history.writes[0];
    if (first !== undefined && first.version <= oldest) return;
    const { kind, origin } = base;
    const { value, metadata } = kind === "value" ? base : { value: undefined, metadata: undefined };
    history.writes.unshift({ version, value: value?.slice(), metadata: metadata?.slice(), base: { kind, origin } });
  }

  completeAccount(prefix: Uint8Array, account: CompleteAccount): void {
    this.#accounts.set(keyText(prefix), account);
  }

  findListingOrigin(prefix: Uint8Array): string | undefined {
    return this.#accounts.get(keyText(prefix))?.origin;
  }

  findValueOrigin(version: bigint, key: Uint8Array): string | undefined {
    const history = this.#byKey.get(keyText(key));
    const write = history && writeAt(history, version);
    return write === undefined ? this.#accountOf(key)?.origin : write.base?.origin;
  }

  write(version: bigint, write: StateWrite): void {
    const history = this.#historyOf(write.key);
    if (history.writes.at(-1)?.version === version) history.writes.pop();
    history.writes.push({ version, value: write.value?.slice(), metadata: write.metadata?.slice() });
  }

  /** Undoes the write of a version. No later one may be left. */
  revert(version: bigint, key: Uint8Array): void {
    const history = this.#byKey.get(keyText(key));
    if (history === undefined || history.writes.at(-1)?.version !== version) return;
    history.writes.pop();
    if (history.writes.length === 0) this.#remove(keyText(key));
  }

  read(version: bigint, key: Uint8Array): StoredValue | undefined {
    const history = this.#byKey.get(keyText(key));
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

  /** Deletes what no version from `oldest` on can see. @returns rows and bytes that go (or would go, when not `apply`) */
  prune(oldest: bigint, apply: boolean): { rows: number; bytes: number } {
    let rows = 0;
    let bytes = 0;
    for (const [text, { writes }] of this.#byKey) {
      let stale = writes.findLastIndex((write) => write.version <= oldest);
      // What a partial base does not know is not absent: there a removal is worth knowing.
      if (stale >= 0 && writes[stale]?.value === undefined && !this.#isPartial) stale++;
      if (stale <= 0) continue;
      rows += stale;
      for (const write of writes.slice(0, stale)) bytes += (write.value?.length ?? 0) + (write.metadata?.length ?? 0);
      if (!apply) continue;
      writes.splice(0, stale);
      if (writes.length === 0) this.#remove(text);
    }
    return { rows, bytes };
  }

  /** Kept writes and the bytes they hold. */
  size(): { rows: number; bytes: number } {
    let rows = 0;
    let bytes = 0;
    for (const { key, writes } of this.#byKey.values()) {
      rows += writes.length;
      bytes += key.length;
      for (const write of writes) bytes += (write.value?.length ?? 0) + (write.metadata?.length ?? 0);
    }
    return { rows, bytes };
  }

  #historyOf(key: Uint8Array): KeyHistory {
    const text = keyText(key);
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
    return prefix && this.#accounts.get(keyText(prefix));
  }

  #valueAt(history: KeyHistory, version: bigint): StoredValue | undefined {
    const write = writeAt(history, version);
    if (write === undefined) {
      if (this.#isPartial) this.#expectAbsent(history, version);
      return undefined;
    }
    if (write.base?.kind === "lost") throw stateUnavailable(version, history.key, history.writes[1]?.version);
    if (write.value === undefined) return undefined;
    return { bytes: write.value.slice(), metadata: write.metadata?.slice(), version: write.version };
  }

  /** In a partial base only the keys of complete accounts are known to be absent before their first write. */
  #expectAbsent({ key, writes }: KeyHistory, version: bigint): void {
    const account = this.#accountOf(key);
    const first = writes[0]?.version;
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

/** Merges two lists that are in the order of their keys. */
function merge(left: readonly KeyHistory[], right: readonly KeyHistory[]): KeyHistory[] {
  const merged: KeyHistory[] = [];
  let next = 0;
  for (const history of left) {
    while (next < right.length && compareBytes(right[next]!.key, history.key) < 0) merged.push(right[next++]!);
    merged.push(history);
  }
  return merged.concat(right.slice(next));
}

/** Index of the first key that is not below `key`. */
function indexOf(keys: readonly KeyHistory[], key: Uint8Array): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(keys[middle]!.key, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keyText(key: Uint8Array): string {
  let text = "";
  for (const byte of key) text += String.fromCharCode(byte);
  return text;
}

/** The newest write at or before a version. */
function writeAt({ writes }: KeyHistory, version: bigint): KeptWrite | undefined {
  let low = 0;
  let high = writes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (writes[middle]!.version <= version) low = middle + 1;
    else high = middle;
  }
  return writes[low - 1];
}
