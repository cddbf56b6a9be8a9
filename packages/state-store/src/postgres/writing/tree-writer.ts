import type { TreeChange, TreeRange, TreeWrites } from "../../tree-port.ts";
import type { Parameter } from "../connection/session.ts";
import type { Reads } from "../reading/reads.ts";
import { PostgresTreeReads } from "../reading/tree-reads.ts";
import { encodeArray } from "../rows/copy-rows.ts";

/** Runs one write transaction that may be lost, but never without those after it. */
export type TransactTree = <T>(work: (query: TreeQuery) => Promise<T>) => Promise<T>;

/** Runs a statement of a transaction. */
export type TreeQuery = <R extends object>(text: string, values: readonly Parameter[]) => Promise<readonly R[]>;

const keep = `
  insert into @.tree_past (key, until, version, value)
  select r.key, c.version, r.version, r.value from unnest($1::bytea[], $2::bigint[]) c (key, version)
  join @.tree_rows r on r.key = c.key`;

const put = `
  insert into @.tree_rows (key, version, value)
  select * from unnest($1::bytea[], $2::bigint[], $3::bytea[])
  on conflict (key) do update set version = excluded.version, value = excluded.value`;

/** Rows that are removed and have no past need not be there. */
const removeBare = `
  delete from @.tree_rows r where r.key = any($1::bytea[]) and r.value is null
    and not exists (select from @.tree_past p where p.key = r.key)`;

const prune = `
  with gone as (
    delete from @.tree_past where (key, until) in
      (select key, until from @.tree_past where until <= $1 order by until limit $2)
    returning key
  ), removed as (
    delete from @.tree_rows r using gone g where r.key = g.key and r.value is null and r.version <= $1
  )
  select count(*) as rows from gone`;

const remove = `
  with gone as (
    delete from @.tree_rows where key in
      (select key from @.tree_rows where key between $1 and $2 order by key limit $3)
    returning key
  )
  select count(*) as rows from gone`;

/**
 * Keys whose rows one step of {@link PostgresTreeWriter.clear} removes. A whole table may take longer than the server may be
 * silent.
 */
const clearRows = 20_000;

/** Removes rows in the order of their keys, from the one after `$1` on. Their last key is returned. */
const clearStep = (table: string) => `
  with gone as (
    delete from @.${table} where key in (select key from @.${table} where key > $1 order by key limit $2)
    returning key
  )
  select key from gone order by key desc limit 1`;

/** Reads and writes of the rows of the state tree. */
export class PostgresTreeWriter extends PostgresTreeReads implements TreeWrites {
  readonly #transact: TransactTree;

  constructor(reads: Reads, transact: TransactTree) {
    super(reads);
    this.#transact = transact;
  }

  async write(changes: readonly TreeChange[]): Promise<void> {
    if (changes.length === 0) return;
    const kept = changes.filter(({ keepsPast }) => keepsPast);
    const removed = changes.filter(({ value }) => value === undefined);
    await this.#transact(async (query) => {
      if (kept.length > 0) await query(keep, [keysOf(kept), versionsOf(kept)]);
      const values = changes.map(({ value }) => value ?? null);
      await query(put, [keysOf(changes), versionsOf(changes), encodeArray("bytea", values)]);
      if (removed.length > 0) await query(removeBare, [keysOf(removed)]);
    });
  }

  prune(version: bigint, maxRows: number): Promise<number> {
    return this.#transact(async (query) => {
      const [gone] = await query<{ rows: number }>(prune, [Number(version), maxRows]);
      return gone?.rows ?? 0;
    });
  }

  remove([from, to]: TreeRange, maxRows: number): Promise<number> {
    return this.#transact(async (query) => {
      const [gone] = await query<{ rows: number }>(remove, [from, to, maxRows]);
      return gone?.rows ?? 0;
    });
  }

  async clear(): Promise<void> {
    // The head of the tree goes first: no reader takes what is left for a tree.
    for (const table of ["tree_rows", "tree_past"]) {
      for (let last: Uint8Array | undefined = new Uint8Array(0); last !== undefined; ) {
        last = await this.#clearAfter(last, table);
      }
    }
  }

  /** @returns the key up to which rows have gone; `undefined` when there were none */
  #clearAfter(key: Uint8Array, table: string): Promise<Uint8Array | undefined> {
    return this.#transact(async (query) => {
      const [last] = await query<{ key: Uint8Array }>(clearStep(table), [key, clearRows]);
      return last?.key;
    });
  }
}

function keysOf(changes: readonly TreeChange[]): Buffer {
  return encodeArray(
    "bytea",
    changes.map(({ key }) => key),
  );
}

function versionsOf(changes: readonly TreeChange[]): Buffer {
  return encodeArray(
    "bigint",
    changes.map(({ version }) => Number(version)),
  );
}
