import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "@ledger/state-store";
import { openSqliteReader, openSqliteStore } from "@ledger/state-store/sqlite";
import Database from "better-sqlite3";
import { continueDataset, keysOf, makeValue, versionsPerBlock, writesPerVersion } from "./dataset.ts";

/** The plain table that the store is compared with: integer ids, one clustered row per version of a key. */
export const plainTable = `create table state_values (
  key_id integer not null, version integer not null, value blob, primary key (key_id, version)) without rowid`;

/** The stale index that an in-place layout prunes by. */
export const staleTable = `create table stale (
  since integer not null, key_id integer not null, version integer not null,
  primary key (since, key_id, version)) without rowid`;

/** Versions of the dataset that every measured database begins with. */
export function datasetVersions(rows: number): number {
  return Math.floor(rows / writesPerVersion / versionsPerBlock) * versionsPerBlock + 1;
}

/** Returns true if an earlier run has left a store that this release reads. */
function isReadable(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    openSqliteReader(path).close();
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === "schema_unsupported") return false;
    throw error;
  }
}

/** Fills the store through its own commits, once; later runs find the file. */
export function buildStore(folder: string, rows: number, log: (line: string) => void): string {
  const path = join(folder, `store-${rows}.db`);
  if (isReadable(path)) return path;
  const started = performance.now();
  const draft = join(folder, "draft.db");
  removeDatabase(draft);
  const store = openSqliteStore(draft);
  const next = continueDataset(undefined);
  const versions = datasetVersions(rows);
  for (let version = 0; version < versions; ) {
    const batch = next();
    store.commit(batch);
    version = Number(batch.blocks.at(-1)!.lastVersion) + 1;
    if (version % 50_000 === 1) log(`store: ${version} of ${versions} versions, ${seconds(started)} s`);
  }
  store.close();
  renameSync(draft, path);
  rmSync(`${draft}-lock`, { force: true });
  log(`store: ${(statSync(path).size / 1e6).toFixed(0)} MB in ${seconds(started)} s`);
  return path;
}

/** The store with nothing left in its block log. */
export function mergeStore(path: string): string {
  const merged = path.replace(/\.db$/, "-merged.db");
  if (isReadable(merged)) return merged;
  const draft = copyDatabase(path, `${merged}.draft`);
  const store = openSqliteStore(draft);
  const { version } = store.summary() as { version: bigint };
  // Counting what a prune to the head would take merges the log first.
  store.planPrune({ stateVersion: version, ledgerVersion: 0n });
  store.close();
  renameSync(draft, merged);
  removeDatabase(draft);
  return merged;
}

/** Fills the plain table in key order, without a journal. */
export function buildPlain(folder: string, rows: number, log: (line: string) => void): string {
  const path = join(folder, `plain-${rows}.db`);
  if (existsSync(path)) return path;
  const started = performance.now();
  const draft = join(folder, "draft.db");
  removeDatabase(draft);
  const database = new Database(draft);
  database.pragma("journal_mode = off");
  database.pragma("synchronous = off");
  database.exec(plainTable);
  const insert = database.prepare("insert into state_values values (?, ?, ?)");
  database.exec("begin");
  for (const [key, version] of plainRows(rows)) insert.run(key, version, makeValue(key, version));
  database.exec("commit");
  database.pragma("journal_mode = wal");
  database.close();
  renameSync(draft, path);
  log(`plain table: ${(statSync(path).size / 1e6).toFixed(0)} MB in ${seconds(started)} s`);
  return path;
}

/** Key and version of every row of the dataset, ordered by both. */
export function* plainRows(rows: number): Generator<readonly [key: number, version: number]> {
  const places = new Float64Array(datasetVersions(rows) * writesPerVersion);
  let count = 0;
  for (let version = 0; version < datasetVersions(rows); version++) {
    for (const key of keysOf(version)) places[count++] = key * 2 ** 24 + version;
  }
  places.sort();
  for (const place of places) yield [Math.floor(place / 2 ** 24), place % 2 ** 24];
}

/** A copy that a measurement may change. It has reached the disk: otherwise the first sync measured would wait for all of it. */
export function copyDatabase(path: string, copy: string): string {
  removeDatabase(copy);
  copyFileSync(path, copy);
  const file = openSync(copy, "r+");
  fsyncSync(file);
  closeSync(file);
  return copy;
}

/** Deletes a database with its side files. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-lock"]) rmSync(`${path}${suffix}`, { force: true });
}

function seconds(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(1);
}
