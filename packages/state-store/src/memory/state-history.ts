import { compareBytes, startsWith } from "../bytes.ts";
import type { StateEntry, StatePage, StateQuery, StateWrite, StoredValue } from "../port.ts";
import { isPathKind } from "../state-key.ts";

interface KeyHistory {
  readonly key: Uint8Array;
  /** Ascending by version. `value` absent: removed. */
  readonly writes: { version: bigint; value: Uint8Array | undefined; metadata: Uint8Array | undefined }[];
}

/** Every kept write of every key, as plainly as it can be said: the drivers' reference in tests. */
export class StateHistory {
  readonly #byKey = new Map<string, KeyHistory>();
  #sorted: KeyHistory[] | undefined = [];

  write(version: bigint, write: StateWrite): void {
    const text = keyText(write.key);
    let history = this.#byKey.get(text);
    if (history === undefined) {
      history = { key: write.key.slice(), writes: [] };
      this.#byKey.set(text, history);
      this.#sorted = undefined;
    }
    if (history.writes.at(-1)?.version === version) history.writes.pop();
    history.writes.push({ version, value: write.value?.slice(), metadata: write.metadata?.slice() });
  }

  read(version: bigint, key: Uint8Array): StoredValue | undefined {
    const history = this.#byKey.get(keyText(key));
    return history === undefined ? undefined : valueAt(history, version);
  }

  list(query: StateQuery): StatePage {
    const entries: StateEntry[] = [];
    for (const history of this.#keys()) {
      if (!startsWith(history.key, query.prefix)) continue;
      if (query.start !== undefined && compareBytes(history.key, query.start) < 0) continue;
      if (query.pathKind !== undefined && !isPathKind(history.key, query.pathKind)) continue;
      const value = valueAt(history, query.version);
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
      if (stale >= 0 && writes[stale]?.value === undefined) stale++;
      if (stale <= 0) continue;
      rows += stale;
      for (const write of writes.slice(0, stale)) bytes += (write.value?.length ?? 0) + (write.metadata?.length ?? 0);
      if (!apply) continue;
      writes.splice(0, stale);
      if (writes.length > 0) continue;
      this.#byKey.delete(text);
      this.#sorted = undefined;
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

  #keys(): readonly KeyHistory[] {
    this.#sorted ??= [...this.#byKey.values()].sort((a, b) => compareBytes(a.key, b.key));
    return this.#sorted;
  }
}

function keyText(key: Uint8Array): string {
  let text = "";
  for (const byte of key) text += String.fromCharCode(byte);
  return text;
}

function valueAt(history: KeyHistory, version: bigint): StoredValue | undefined {
  const { writes } = history;
  let low = 0;
  let high = writes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (writes[middle]!.version <= version) low = middle + 1;
    else high = middle;
  }
  const write = writes[low - 1];
  if (write?.value === undefined) return undefined;
  return { bytes: write.value.slice(), metadata: write.metadata?.slice(), version: write.version };
}
