import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { StoreError } from "../store-error.ts";
import { compareWithSchema, isEmpty } from "./compare-with-schema.ts";
import { openReadConnection, openWriteConnection, tryReadConnection } from "./connection.ts";
import { removeDatabase } from "./database-files.ts";
import { OpenedFile, realFile } from "./opened-file.ts";
import { PageSums } from "./pages/page-sums.ts";
import { sumsPath } from "./pages/sums-file.ts";
import { translated, whileOpening } from "./translate-error.ts";
import { takeWriterLock, type WriterLock } from "./writer-lock.ts";

/** A kind of file next to a ledger, whose content is made from the ledger and can be made again. */
export interface DerivedKind {
  /** The content, for people: `state tree`. */
  readonly name: string;
  /** Marks the file. */
  readonly applicationId: number;
  /** The schema that this build reads and writes. A file of another one is not read, but made again. */
  readonly schemaVersion: number;
  /** Statements that make an empty one. */
  readonly schema: string;
  /** Sets up an empty one, in the transaction that makes its tables. */
  begin?(database: Database): void;
}

/** A file that was opened for its one writer; one without a name has no lock, and no place to keep. */
interface OpenedForWriting {
  readonly database: Database;
  readonly lock: WriterLock | undefined;
  readonly file: OpenedFile | undefined;
  readonly sums: PageSums | undefined;
}

/** Milliseconds that are waited for another program that ends. */
const lockPatienceMs = 300;

/** 16 MiB: such files are written in steps of some hundred transactions. */
const checkpointPages = 4_096;

/** Files of one kind. */
export class DerivedFiles {
  readonly #kind: DerivedKind;
  readonly #differenceOf: (database: Database) => string | undefined;

  constructor(kind: DerivedKind) {
    this.#kind = kind;
    this.#differenceOf = compareWithSchema(kind.schema, kind.name);
  }

  /**
   * Opens a file for its one writer, and makes it where there is none, or where it is of a schema that this build does not know. An
   * empty path is a file without a name that is gone when it is closed.
   *
   * @throws StoreError `not_a_store` for a file that is something else, `store_locked`, `read_only`, `corrupt`, `io_error`
   */
  openWriter(path: string): OpenedForWriting {
    return whileOpening(path, () => {
      const lock = path === "" ? undefined : takeWriterLock(realFile(path), lockPatienceMs);
      let database: Database | undefined;
      try {
        database = path === "" ? new Sqlite("") : openWriteConnection(path, {});
        database.pragma("journal_mode = wal");
        database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
        // What a crash of the machine loses is made again, because the head goes back with it.
        database.pragma("synchronous = normal");
        // Of a file that somebody has deleted.
        if (path !== "" && isEmpty(database)) rmSync(sumsPath(realFile(path)), { force: true });
        this.#prepare(database);
        const sums = path === "" ? undefined : new PageSums(database, realFile(path));
        return { database, lock, file: path === "" ? undefined : new OpenedFile(path), sums };
      } catch (error) {
        database?.close();
        lock?.release();
        throw error;
      }
    });
  }

  /**
   * Opens a file for reading.
   *
   * @returns `undefined` where there is none yet, or one of a schema that this build does not know
   * @throws StoreError as {@link openWriter}
   */
  openReader(path: string): { readonly database: Database; readonly file: OpenedFile } | undefined {
    return tryReadConnection(path, (database) => {
      const file = new OpenedFile(path);
      return !isEmpty(database) && this.#isOwn(database) ? { database, file } : undefined;
    });
  }

  /**
   * Deletes a file.
   *
   * @returns false where there is none
   * @throws StoreError `store_locked` while somebody writes it, `not_a_store` for a file that is something else, and for a link that leads
   * out of its folder
   */
  remove(given: string): boolean {
    return translated(() => {
      if (!existsSync(given)) return false;
      const path = realFile(given);
      if (dirname(path) !== realpathSync(dirname(given))) {
        throw new StoreError(
          "not_a_store",
          `the ${this.#kind.name} is a link that leads out of its folder: delete it by hand`,
        );
      }
      const lock = takeWriterLock(path, lockPatienceMs);
      try {
        this.#expectOwn(path);
      } catch (error) {
        lock.release();
        throw error;
      }
      removeDatabase(path);
      if (given !== path) rmSync(given, { force: true });
      lock.discard();
      return true;
    });
  }

  #prepare(database: Database): void {
    const { schema, schemaVersion, applicationId, begin } = this.#kind;
    if (!isEmpty(database)) {
      if (this.#isOwn(database)) return;
      const tables = database
        .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
        .pluck()
        .all();
      for (const table of tables) database.exec(`drop table "${table.replaceAll('"', '""')}"`);
    }
    database.transaction(() => {
      database.exec(schema);
      begin?.(database);
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${schemaVersion}`);
    })();
  }

  /** @returns false for a file of a schema that this build does not know */
  #isOwn(database: Database): boolean {
    this.#expectMark(database);
    if (database.pragma("user_version", { simple: true }) !== this.#kind.schemaVersion) return false;
    // A file may come from anywhere, and a trigger is code that the writer would run.
    if (this.#differenceOf(database) === undefined) return true;
    throw new StoreError(
      "corrupt",
      `the file with the ${this.#kind.name} has another schema: delete it, and build it again`,
    );
  }

  /** Refuses another program's file. What it holds does not matter: one that is damaged can be deleted. */
  #expectOwn(path: string): void {
    const database = openReadConnection(path, {});
    try {
      if (!isEmpty(database)) this.#expectMark(database);
    } finally {
      database.close();
    }
  }

  #expectMark(database: Database): void {
    if (database.pragma("application_id", { simple: true }) === this.#kind.applicationId) return;
    throw new StoreError("not_a_store", `the file with the ${this.#kind.name} is another program's database`);
  }
}
