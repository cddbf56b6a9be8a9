import { existsSync, realpathSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreError } from "../store-error.ts";
import { checkSqliteVersion } from "./sqlite-version.ts";
import { translated, translateError } from "./translate-error.ts";

/** How much memory a connection may use. */
export interface ConnectionOptions {
  /** Page cache, bytes. */
  readonly cacheBytes?: number | undefined;
  /**
   * Part of the file that reads see through the page cache of the system instead of copying, bytes; at most 2 GiB is used.
   * The first read after a commit of another process drops the map: 2 ms for every 160 MB that had been read of it.
   */
  readonly mmapBytes?: number | undefined;
  /** How long to wait for a lock of another connection, milliseconds. */
  readonly busyTimeoutMs?: number | undefined;
}

/** Further options of the writer's connection. */
export interface WriteConnectionOptions extends ConnectionOptions {
  /** Size of the write-ahead log from which it is emptied, and to which its file is cut back, bytes. 64 MiB when absent. */
  readonly maxWalBytes?: number | undefined;
}

/** Milliseconds. */
export const defaultBusyTimeoutMs = 5_000;

export const defaultMaxWalBytes: number = 64 * 2 ** 20;

const defaultMmapBytes = 2 ** 31 - 65_536;

/** Connections that this thread has opened, by the real path of their file. */
const opened = new Map<string, Database.Database[]>();

/** Returns true while a connection of this thread to a file is open. @param path - without symbolic links */
export function hasConnection(path: string): boolean {
  const open = opened.get(path)?.filter((database) => database.open) ?? [];
  if (open.length === 0) opened.delete(path);
  else opened.set(path, open);
  return open.length > 0;
}

function noteConnection(path: string, database: Database.Database): void {
  const file = realpathSync(path);
  if (!hasConnection(file)) opened.set(file, []);
  opened.get(file)!.push(database);
}

/** Opens the read-only connection of a reader. */
export function openReadConnection(path: string, options: ConnectionOptions): Database.Database {
  if (!existsSync(path)) throw new StoreError("not_a_store", "there is no store at this path");
  return open(path, true, 16 * 2 ** 20, options);
}

/**
 * Opens a file for reading, where it is there and what `use` makes of it is wanted.
 *
 * @param use - with `undefined` for its answer, or an error, the connection is closed again
 */
export function tryReadConnection<T>(path: string, use: (database: Database.Database) => T | undefined): T | undefined {
  if (!existsSync(path)) return undefined;
  return translated(() => {
    const database = openReadConnection(path, {});
    let used: T | undefined;
    try {
      used = use(database);
      return used;
    } finally {
      if (used === undefined) database.close();
    }
  });
}

/** Opens the connection of the writer, and changes nothing in the file: it may be another program's. */
export function openWriteConnection(path: string, options: WriteConnectionOptions): Database.Database {
  return open(path, false, 16 * 2 ** 20, options);
}

/** Write-ahead log, every commit durable, checkpoints left to the caller. */
export function prepareForWriting(database: Database.Database, options: WriteConnectionOptions): void {
  // Effective in a new file only: free pages can later be given back step by step.
  if (database.pragma("page_count", { simple: true }) === 0) database.pragma("auto_vacuum = incremental");
  if (database.pragma("journal_mode = wal", { simple: true }) !== "wal") {
    throw new StoreError("io_error", "the file system does not allow a write-ahead log");
  }
  database.pragma("synchronous = full");
  // What fails in a checkpoint of SQLite's own accord fails the commit before it, which is durable.
  database.pragma("wal_autocheckpoint = 0");
  database.pragma(`journal_size_limit = ${options.maxWalBytes ?? defaultMaxWalBytes}`);
}

/** Opens a connection that only makes checkpoints, and never waits for another one. */
export function openCheckpointConnection(path: string): Database.Database {
  return open(path, false, 2 ** 18, { busyTimeoutMs: 0 });
}

function open(path: string, readonly: boolean, cacheBytes: number, options: ConnectionOptions): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { readonly, timeout: options.busyTimeoutMs ?? defaultBusyTimeoutMs });
    // A schema that a stranger wrote must not call functions before it is found to be another one than ours.
    database.pragma("trusted_schema = off");
    checkSqliteVersion(database.prepare<[], string>("select sqlite_version()").pluck().get() ?? "0");
    database.pragma(`cache_size = -${Math.ceil((options.cacheBytes ?? cacheBytes) / 1024)}`);
    database.pragma(`mmap_size = ${options.mmapBytes ?? defaultMmapBytes}`);
    noteConnection(path, database);
    return database;
  } catch (error) {
    database?.close();
    throw translateError(error);
  }
}
