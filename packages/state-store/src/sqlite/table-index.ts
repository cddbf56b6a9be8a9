import { randomBytes } from "node:crypto";
import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { StoreError } from "../store-error.ts";
import type { TableIndexReader, TableIndexStore } from "../table-index-port.ts";
import { compareWithSchema, isEmpty } from "./compare-with-schema.ts";
import { openReadConnection, openWriteConnection } from "./connection.ts";
import { OpenedFile } from "./opened-file.ts";
import { SqliteTableIndexReader } from "./table-index-reader.ts";
import { SqliteTableIndex } from "./table-index-writer.ts";
import { translated } from "./translate-error.ts";
import { takeWriterLock } from "./writer-lock.ts";

/** Marks a file with an index of tables: "LDIX". */
const applicationId = 0x4c444958;

/** The schema that this build reads and writes. An index of another one is not read, but made again. */
const schemaVersion = 1;

/** Keys and topics are texts of any length: rows have the first 128 bits of their hashes with a salt that never leaves the file. */
const schema = `
create table head (id integer primary key check (id = 0), salt blob not null, head text);
create table rows (id integer primary key, key blob not null unique, row text not null);
create table row_topics (topic blob, row integer, primary key (topic, row)) without rowid;
create table topic_versions (topic blob, version integer, primary key (topic, version)) without rowid;
`;

/** Milliseconds that are waited for another program that ends. */
const lockPatienceMs = 300;

/** 16 MiB: an index is written in steps of some hundred transactions. */
const checkpointPages = 4_096;

/**
 * Opens the file with the index of a ledger's tables, and makes it where there is none, or where it is of a schema that this build
 * does not know. An empty path is a file without a name that is gone when it is closed.
 *
 * @throws StoreError `not_a_store` for a file that is something else, `store_locked`, `read_only`, `io_error`
 */
export function openSqliteTableIndex(path: string): TableIndexStore {
  return translated(() => {
    const lock = path === "" ? undefined : takeWriterLock(realFile(path), lockPatienceMs);
    let database: Database | undefined;
    try {
      database = path === "" ? new Sqlite("") : openWriteConnection(path, {});
      database.pragma("journal_mode = wal");
      database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
      // What a crash of the machine loses is made again, because the head goes back with it.
      database.pragma("synchronous = normal");
      prepare(database);
      return new SqliteTableIndex(database, lock);
    } catch (error) {
      database?.close();
      lock?.release();
      throw error;
    }
  });
}

/**
 * Opens the same file for reading. A reader whose file has been deleted or replaced says so when its picture is renewed.
 *
 * @returns `undefined` where there is none yet
 */
export function openSqliteTableIndexReader(path: string): TableIndexReader | undefined {
  if (!existsSync(path)) return undefined;
  return translated(() => {
    const file = new OpenedFile(path);
    const database = openReadConnection(path, {});
    try {
      if (isEmpty(database) || !isOwn(database)) {
        database.close();
        return undefined;
      }
      return new SqliteTableIndexReader(database, file);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** @returns false for an index of a schema that this build does not know */
function isOwn(database: Database): boolean {
  if (applicationIdOf(database) !== applicationId) throw anotherProgram();
  if (database.pragma("user_version", { simple: true }) !== schemaVersion) return false;
  // A file may come from anywhere, and a trigger is code that the writer would run.
  if (differenceOf(database) !== undefined) {
    throw new StoreError(
      "corrupt",
      "the file with the index of tables has another schema: delete it, and build it again",
    );
  }
  return true;
}

const differenceOf = compareWithSchema(schema, "index");

/**
 * Deletes the file with an index.
 *
 * @returns false where there is none
 * @throws StoreError `store_locked` while somebody writes it, `not_a_store` for a file that is something else, and for a link that leads
 * out of its folder
 */
export function removeSqliteTableIndex(given: string): boolean {
  return translated(() => {
    if (!existsSync(given)) return false;
    const path = realFile(given);
    if (dirname(path) !== realpathSync(dirname(given))) {
      throw new StoreError(
        "not_a_store",
        "the index of tables is a link that leads out of its folder: delete it by hand",
      );
    }
    const lock = takeWriterLock(path, lockPatienceMs);
    try {
      expectIndex(path);
    } catch (error) {
      lock.release();
      throw error;
    }
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
    if (given !== path) rmSync(given, { force: true });
    lock.discard();
    return true;
  });
}

/** The file that a path leads to: all who write it take the same lock, by any of its names. */
function realFile(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Refuses another program's file. What an index holds does not matter: one that is damaged can be deleted. */
function expectIndex(path: string): void {
  const database = openReadConnection(path, {});
  try {
    if (!isEmpty(database) && applicationIdOf(database) !== applicationId) throw anotherProgram();
  } finally {
    database.close();
  }
}

function applicationIdOf(database: Database): unknown {
  return database.pragma("application_id", { simple: true });
}

function anotherProgram(): StoreError {
  return new StoreError("not_a_store", "the file with the index of tables is another program's database");
}

function prepare(database: Database): void {
  if (!isEmpty(database)) {
    if (isOwn(database)) return;
    const tables = database
      .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all();
    for (const table of tables) database.exec(`drop table "${table.replaceAll('"', '""')}"`);
  }
  database.transaction(() => {
    database.exec(schema);
    database.prepare("insert into head values (0, ?, null)").run(randomBytes(16));
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
  })();
}
