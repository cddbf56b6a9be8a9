import { LruCache } from "@ledger/types";
import DataLoader from "dataloader";
import { isCurrent, questionFor, type Tables } from "../answering/table.ts";
import { giveWay } from "../ledger/give-way.ts";
import type { Row, Value } from "../row.ts";
import type { Relation } from "../tables/column.ts";

/** Rows whose relatives are read together. */
const readTogether = 500;

/** Values whose rows are remembered for the rest of a query: many rows have the same asset or collection. */
const remembered = 2_000;

/** The tables that a query reads. */
export interface RowsSource<Ledger> {
  readonly ledger: Ledger;
  readonly tables: Tables<Ledger>;
  /** Aborted when nothing waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Finds the rows of other tables that belong to rows. What is asked for in one turn is one read of the other table. */
export class RelatedRows<Ledger> {
  readonly #source: RowsSource<Ledger>;
  readonly #loaders = new Map<string, DataLoader<Value, readonly Row[], string>>();

  constructor(source: RowsSource<Ledger>) {
    this.#source = source;
  }

  /** The rows that belong to one, in the order of the other table. */
  async of(row: Row, { table, by }: Relation): Promise<readonly Row[]> {
    const [[own, other]] = Object.entries(by) as [[string, string]];
    const value = row[own] ?? null;
    return value === null ? [] : this.#loaderOf(table, other).load(value);
  }

  /** The first row that belongs to each of some. */
  async firstOf(rows: readonly Row[], relation: Relation): Promise<readonly (Row | undefined)[]> {
    const found: (Row | undefined)[] = [];
    await this.each(rows, relation, ([first]) => void found.push(first));
    return found;
  }

  /** Visits the rows that belong to each of some, in their order. */
  async each(
    rows: readonly Row[],
    relation: Relation,
    visit: (related: readonly Row[]) => Promise<void> | void,
  ): Promise<void> {
    for (let start = 0; start < rows.length; start += readTogether) {
      const related = rows.slice(start, start + readTogether).map((row) => this.of(row, relation));
      for (const one of await Promise.all(related)) await visit(one);
    }
  }

  #loaderOf(table: string, column: string): DataLoader<Value, readonly Row[], string> {
    const name = `${table} ${column}`;
    let loader = this.#loaders.get(name);
    if (loader === undefined) {
      const cache = new LruCache<string, Promise<readonly Row[]>>(remembered);
      const cacheMap = {
        get: (key: string) => cache.get(key),
        set: (key: string, rows: Promise<readonly Row[]>) => cache.set(key, rows),
        delete: (key: string) => cache.delete(key),
        clear: () => undefined,
      };
      const options = { cacheKeyFn: String, cacheMap, maxBatchSize: readTogether };
      loader = new DataLoader((values) => this.#read(table, column, values), options);
      this.#loaders.set(name, loader);
    }
    return loader;
  }

  async #read(table: string, column: string, values: readonly Value[]): Promise<readonly (readonly Row[])[]> {
    const { ledger, tables, signal } = this.#source;
    await giveWay(signal);
    const other = tables[table]!;
    const fixed = new Map([[column, values]]);
    const found = isCurrent(other) ? other.rows(ledger, fixed) : (await other.find(ledger, questionFor(fixed))).rows;
    const byValue = new Map(values.map((value) => [value, [] as Row[]]));
    for await (const row of found) byValue.get(row[column] ?? null)?.push(row);
    return values.map((value) => byValue.get(value)!);
  }
}
