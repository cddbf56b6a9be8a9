import { bytesEqual } from "@ledger/types";
import type { Database, Statement } from "better-sqlite3";
import { RowInserter } from "./row-inserter.ts";

/**
 * Versions that share a bucket of the index. A commit changes every page of the newest bucket (70 of them), a search seeks
 * once in each bucket (60 for a million versions).
 */
const bucketVersions = 2 ** 14;

/** First 48 bits of a hash. */
function hashPrefix(hash: Uint8Array): number {
  const low = (hash[2]! << 24) | (hash[3]! << 16) | (hash[4]! << 8) | hash[5]!;
  return (hash[0]! * 256 + hash[1]!) * 2 ** 32 + (low >>> 0);
}

/**
 * Finds versions by transaction hash. Entries are the first 48 bits of a hash; the record confirms the rest. They lie in
 * buckets by version: hashes are random, and inserts that spread over the whole index would dirty a page each. A search
 * looks into every bucket, newest first, one seek each.
 */
export class HashIndex {
  readonly #find: Statement<[number, number], { version: number; hash: Uint8Array }>;

  constructor(database: Database) {
    this.#find = database.prepare(
      `select h.version, r.hash from hashes h join records r on r.version = h.version
       where h.bucket = +? and h.prefix = +? order by h.version desc`,
    );
  }

  /** @returns the version of the transaction within the bounds */
  find(hash: Uint8Array, oldest: number, head: number): number | undefined {
    const prefix = hashPrefix(hash);
    for (let bucket = bucketOf(head); bucket >= bucketOf(oldest); bucket--) {
      for (const row of this.#find.iterate(bucket, prefix)) {
        if (row.version >= oldest && bytesEqual(row.hash, hash)) return row.version;
      }
    }
    return undefined;
  }
}

/** Writes the index. The caller holds the transaction. */
export class HashIndexWriter {
  readonly #rows: RowInserter<"hashes">;
  readonly #delete: Statement<[number, number, number]>;

  constructor(database: Database) {
    this.#rows = new RowInserter(database, "hashes");
    this.#delete = database.prepare("delete from hashes where bucket = +? and prefix = +? and version = +?");
  }

  /** Takes an entry; it is in the index after {@link flush} at the latest. */
  add(hash: Uint8Array, version: number): void {
    this.#rows.add({ bucket: bucketOf(version), prefix: hashPrefix(hash), version });
  }

  flush(): void {
    this.#rows.flush();
  }

  /** Forgets the entries of a transaction that did not commit. */
  reset(): void {
    this.#rows.reset();
  }

  remove(hash: Uint8Array, version: number): void {
    this.#delete.run(bucketOf(version), hashPrefix(hash), version);
  }
}

/** The key of a transaction's entry in the index. */
export function hashIndexKey(hash: Uint8Array, version: number): { readonly bucket: number; readonly prefix: number } {
  return { bucket: bucketOf(version), prefix: hashPrefix(hash) };
}

function bucketOf(version: number): number {
  return Math.floor(version / bucketVersions);
}
