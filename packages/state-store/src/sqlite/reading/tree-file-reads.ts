import type { Database } from "better-sqlite3";
import { storeClosed } from "../../store-error.ts";
import type { TreeRange, TreeReads, TreeRow } from "../../tree-port.ts";
import type { OpenedFile } from "../opened-file.ts";
import { SqliteTreeReads } from "./tree-reads.ts";

/** A file that has been opened for reading. */
interface Opened {
  readonly database: Database;
  readonly file: OpenedFile;
}

/** Milliseconds between two looks for a file that is not there. */
const lookMs = 100;

/** Reads of a tree's file that is looked for when it is read, and opened again when another one has its place. */
export class TreeFileReads implements TreeReads {
  readonly #open: () => Opened | undefined;
  #opened: (Opened & { readonly reads: SqliteTreeReads }) | undefined;
  #nextLook = 0;
  #isClosed = false;

  /** @param open - opens the file; `undefined` where there is none */
  constructor(open: () => Opened | undefined) {
    this.#open = open;
  }

  read(version: bigint, keys: readonly Uint8Array[]): (Uint8Array | undefined)[] {
    return this.#reads()?.read(version, keys) ?? keys.map(() => undefined);
  }

  list(version: bigint, ranges: readonly TreeRange[]): TreeRow[][] {
    return this.#reads()?.list(version, ranges) ?? ranges.map(() => []);
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  #reads(): SqliteTreeReads | undefined {
    if (this.#isClosed) throw storeClosed();
    if (this.#opened !== undefined && !this.#opened.file.isInPlace()) this.#drop();
    if (this.#opened === undefined && performance.now() >= this.#nextLook) {
      this.#nextLook = performance.now() + lookMs;
      const opened = this.#open();
      this.#opened = opened && { ...opened, reads: new SqliteTreeReads(opened.database) };
    }
    return this.#opened?.reads;
  }

  #drop(): void {
    this.#opened?.database.close();
    this.#opened = undefined;
    this.#nextLook = 0;
  }
}
