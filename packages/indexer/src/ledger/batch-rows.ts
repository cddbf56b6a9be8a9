import type { RowChange, TableIndexReader, TopicPlace } from "@ledger/state-store";
import { LruCache } from "@ledger/types";
import type { CurrentRows, Row } from "../row.ts";
import { readRow, writeRow } from "./row-text.ts";
import { rowTopics } from "./row-topics.ts";

/** Rows that are remembered from one batch to the next. */
const remembered = 5_000;

/** A row as the index has it. */
interface Stored {
  readonly text: string | undefined;
  readonly row: Row | undefined;
}

/**
 * Rows of an index with the changes of a batch of transactions. Rules read rows at once: where the index answers later, a row is
 * taken for missing, and once {@link settle} has read it the batch is begun again.
 */
export class BatchRows implements CurrentRows {
  readonly #index: Pick<TableIndexReader, "readRow">;
  readonly #tables: ReadonlySet<string>;
  readonly #remembered = new LruCache<string, Stored>(remembered);
  /** Of this batch. */
  readonly #stored = new Map<string, Stored>();
  readonly #changed = new Map<string, { readonly table: string; readonly key: string; readonly row: Row }>();
  #reading: Promise<void>[] = [];

  /** @param tables - those that are kept; rows of others are neither kept nor found */
  constructor(index: Pick<TableIndexReader, "readRow">, tables: ReadonlySet<string>) {
    this.#index = index;
    this.#tables = tables;
  }

  find(table: string, key: string): Row | undefined {
    if (!this.#tables.has(table)) return undefined;
    const name = `${table} ${key}`;
    return this.#changed.get(name)?.row ?? this.#load(table, name).row;
  }

  put(table: string, key: string, row: Row): void {
    if (!this.#tables.has(table)) return;
    const name = `${table} ${key}`;
    // Its topics before are needed in the end.
    this.#load(table, name);
    this.#changed.set(name, { table, key, row });
  }

  /** Begins the batch again. */
  restart(): void {
    this.#changed.clear();
  }

  /**
   * Waits for what was asked for and is not there yet.
   *
   * @returns true if all was there, false if the batch has to begin again
   */
  async settle(): Promise<boolean> {
    const reading = this.#reading;
    this.#reading = [];
    await Promise.all(reading);
    return reading.length === 0;
  }

  /** The changes of the batch, which ends with this. */
  take(): RowChange[] {
    const changes: RowChange[] = [];
    for (const [name, { table, key, row }] of this.#changed) {
      const before = this.#stored.get(name)!;
      const text = writeRow(table, key, row);
      this.#stored.set(name, { text, row });
      if (text === before.text) continue;
      const now = rowTopics(table, row);
      const then = before.row === undefined ? [] : rowTopics(table, before.row);
      changes.push({ key: name, row: text, found: without(now, then), lost: without(then, now) });
    }
    for (const [name, stored] of this.#stored) this.#remembered.set(name, stored);
    this.#stored.clear();
    this.#changed.clear();
    return changes;
  }

  #load(table: string, name: string): Stored {
    const known = this.#stored.get(name);
    if (known !== undefined) return known;
    const before = this.#remembered.get(name);
    if (before !== undefined) return this.#keep(name, before);
    const read = this.#index.readRow(name);
    if (!(read instanceof Promise)) return this.#keep(name, openText(table, read));
    this.#reading.push(read.then((text) => void this.#keep(name, openText(table, text))));
    return this.#keep(name, missing);
  }

  #keep(name: string, stored: Stored): Stored {
    this.#stored.set(name, stored);
    return stored;
  }
}

/** The entries of one list that another one does not have. */
function without(entries: readonly TopicPlace[], others: readonly TopicPlace[]): readonly TopicPlace[] {
  return entries.filter(({ topic, place }) => !others.some((one) => one.topic === topic && one.place === place));
}

const missing: Stored = { text: undefined, row: undefined };

function openText(table: string, text: string | undefined): Stored {
  return text === undefined ? missing : { text, row: readRow(table, text).row };
}
