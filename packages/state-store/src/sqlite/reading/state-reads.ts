import { compareBytes } from "@ledger/types";
import type { Database, Statement } from "better-sqlite3";
import { prefixEnd, successor } from "../../bytes.ts";
import type { StateEntry, StatePage, StateQuery, StoredValue } from "../../port.ts";
import { checkPageLimit } from "../../read-bounds.ts";
import { isPathKind, skipToPathKind } from "../../state-key.ts";
import { StoreError } from "../../store-error.ts";
import { lastEntryEnd } from "../log/log-chunk.ts";
import type { LogPosition } from "../log/log-generation.ts";
import { LogOverlay } from "../log/log-overlay.ts";
import { checkId, type InternedRow, prepareFindId } from "../rows/interner.ts";
import { KeyCache } from "../rows/key-cache.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { unpackValue, unpackVersion } from "../rows/packed-value.ts";
import { damagedRow } from "../rows/row-sum.ts";
import { BlobSlab, blobAsText } from "../rows/text-blob.ts";
import { PartialState } from "./partial-state.ts";

type KeyRow = [key: string | Buffer, ...InternedRow];

/** More bytes than a chunk can have. */
const toTheEnd = 2 ** 31;

/** Keys without a value that one page steps over: some milliseconds. */
const mostAbsentKeys = 2_048;

/** Point reads and listings of state values, within the snapshot of the caller's lease. */
export class StateReads {
  readonly #findId: (key: Uint8Array) => number | undefined;
  readonly #findValue: Statement<[number, number], string | Buffer>;
  readonly #findEntry: Statement<[start: number, length: number, chunk: number], string | Buffer>;
  readonly #blob = new BlobSlab();
  readonly #overlay: LogOverlay;
  /** The snapshot that the overlay has not followed to. Who reads no state, such as the thread of the state tree, never pays for that. */
  #unfollowed: LedgerRow | undefined;
  readonly #listKeys: Statement<[Uint8Array, Uint8Array, number], KeyRow>;
  readonly #listKeysToEnd: Statement<[Uint8Array, number], KeyRow>;
  readonly #ids = new KeyCache();
  readonly #database: Database;
  #generation = -1;
  /** Present where the state is partly known. */
  #partial: PartialState | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#findId = prepareFindId(database, "state_keys", "key");
    // `+?` keeps SQLite 3.54 from preparing the statement again on every bind of an indexed column.
    this.#findValue = database
      .prepare<[number, number], string | Buffer>(
        `select ${blobAsText("packed")} from state_values
         where key_id = +? and version <= +? order by version desc limit 1`,
      )
      .pluck();
    // Otherwise each value would keep its whole chunk in memory.
    this.#findEntry = database
      .prepare<[number, number, number], string | Buffer>(
        `select ${blobAsText("entry")} from (select substr(entries, +?, +?) entry from log_chunks where id = +?)`,
      )
      .pluck();
    this.#overlay = new LogOverlay(database);
    this.#listKeys = database
      .prepare<[Uint8Array, Uint8Array, number], KeyRow>(
        `select ${blobAsText("key")}, id, checksum from state_keys where key >= +? and key < +? order by key limit +?`,
      )
      .raw();
    this.#listKeysToEnd = database
      .prepare<[Uint8Array, number], KeyRow>(
        `select ${blobAsText("key")}, id, checksum from state_keys where key >= +? order by key limit +?`,
      )
      .raw();
  }

  /** Follows the store to a new snapshot: forgets key ids that may have been released. What the log gained is learned by the first read. */
  renew(row: LedgerRow): void {
    this.#unfollowed = row;
    if (row.base_is_partial === 1) {
      this.#follow();
      this.#partial ??= new PartialState(this.#database, this.#overlay);
      this.#partial.renew(row.version);
    }
    if (row.key_generation === this.#generation) return;
    this.#generation = row.key_generation;
    this.#ids.clear();
  }

  /** Writes that reads find in the block log. */
  get unmergedRows(): number {
    this.#follow();
    return this.#overlay.size;
  }

  read(version: number, key: Uint8Array): StoredValue | undefined {
    const id = this.#idOf(key);
    const value = id === undefined ? undefined : this.#valueOf(id, version);
    if (value === undefined) this.#partial?.expectAbsent(version, key, id);
    return value;
  }

  /** The node that reported the answer of a read without proof. */
  findValueOrigin(version: number, key: Uint8Array): string | undefined {
    return this.#partial?.findValueOrigin(version, key, this.#idOf(key));
  }

  /** The node that listed the keys of an account without proof. */
  findListingOrigin(prefix: Uint8Array): string | undefined {
    return this.#partial?.findListingOrigin(prefix);
  }

  list(version: number, query: StateQuery): StatePage {
    checkPageLimit(query.limit);
    this.#partial?.expectListable(query.version, query.prefix);
    const end = prefixEnd(query.prefix);
    const entries: StateEntry[] = [];
    let absent = 0;
    let from: Uint8Array | undefined =
      query.start !== undefined && compareBytes(query.start, query.prefix) > 0 ? query.start : query.prefix;
    while (from !== undefined) {
      const wanted = Math.min(Math.max(16, query.limit + 1 - entries.length), 1_024);
      const keys: KeyRow[] =
        end === undefined ? this.#listKeysToEnd.all(from, wanted) : this.#listKeys.all(from, end, wanted);
      const last = keys.at(-1);
      from = undefined;
      for (const row of keys) {
        const key = this.#blob.view(row[0]);
        const id = checkId("state_keys", key, [row[1], row[2]]);
        if (query.pathKind !== undefined && !isPathKind(key, query.pathKind)) {
          from = skipToPathKind(key, query.pathKind);
          break;
        }
        const value = this.#valueOf(id, version);
        if (value === undefined) {
          this.#partial?.expectAbsent(version, key, id);
          if (++absent > mostAbsentKeys) return { entries, next: key };
        } else {
          if (entries.length === query.limit) return { entries, next: key };
          entries.push({ key, ...value });
        }
        if (row === last && keys.length === wanted) from = successor(key);
      }
    }
    return { entries, next: undefined };
  }

  #idOf(key: Uint8Array): number | undefined {
    const known = this.#ids.get(key);
    if (known !== 0) return known;
    const id = this.#findId(key);
    if (id !== undefined) this.#ids.set(key, id);
    return id;
  }

  #follow(): void {
    if (this.#unfollowed === undefined) return;
    this.#overlay.sync(this.#unfollowed);
    this.#unfollowed = undefined;
  }

  #valueOf(id: number, version: number): StoredValue | undefined {
    this.#follow();
    const position = this.#overlay.find(id, version);
    if (position !== undefined) return this.#loggedValue(id, position);
    const packed = this.#findValue.get(id, version);
    if (packed === undefined) return undefined;
    const blob = this.#blob;
    blob.put(packed);
    // The column that it was found by may be another one than it was written with.
    if (unpackVersion(blob.bytes, blob.start) > version) throw damagedRow(`table state_values, key_id ${id}`);
    return unpackValue(id, blob.bytes, blob.start, blob.end);
  }

  #loggedValue(id: number, { chunk, start, end }: LogPosition): StoredValue | undefined {
    const entry = this.#findEntry.get(start + 1, end === undefined ? toTheEnd : end - start, chunk);
    if (entry === undefined) throw new StoreError("corrupt", `chunk ${chunk} of the log is missing`);
    const blob = this.#blob;
    blob.put(entry);
    return unpackValue(id, blob.bytes, blob.start, end === undefined ? lastEntryEnd(blob.bytes, blob.end) : blob.end);
  }
}
