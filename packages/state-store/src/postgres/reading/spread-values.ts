import { encodeArray, encodeHashes } from "../rows/copy-rows.ts";
import { plainHex } from "../rows/key-hash.ts";
import type { Reads } from "./reads.ts";

/** The newest row of a key at or before a version. */
export interface SpreadRow {
  readonly key_hash: string;
  readonly version: number;
  readonly value: Uint8Array | null;
  readonly metadata: Uint8Array | null;
  readonly is_lost: boolean | null;
}

/** Keys of one statement: each row looks for its key among them. */
const keysAtOnce = 128;

const newest = `select key_hash, max(version) as version from @.state_values
  where key_hash = any($1::uuid[]) and version <= $2 group by key_hash`;

const following = `select key_hash, min(version) as version from @.state_values
  where key_hash = any($1::uuid[]) and version > $2 group by key_hash`;

const values = `select key_hash, version, value, metadata, is_lost from @.state_values
  where key_hash = any($1::uuid[]) and version = ($2::bigint[])[array_position($1::uuid[], key_hash)]`;

/** Rows of many keys whose state lies on several servers, by statements that each server does by itself: a look-up for each key asks one of them each time. */
export class SpreadValues {
  readonly #reads: Reads;

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  /**
   * The newest rows at or before a version.
   *
   * @param hashes - of the keys, in hexadecimal
   * @returns by the hash of the key
   */
  async find(hashes: readonly string[], version: number): Promise<ReadonlyMap<string, SpreadRow>> {
    const found = new Map<string, SpreadRow>();
    for (let i = 0; i < hashes.length; i += keysAtOnce) {
      const versions = await this.#versions("spread_newest", newest, hashes.slice(i, i + keysAtOnce), version);
      if (versions.size === 0) continue;
      const rows = await this.#reads.run<SpreadRow>(this.#reads.statement("spread_values", values), [
        encodeHashes([...versions.keys()]),
        encodeArray("bigint", [...versions.values()]),
      ]);
      for (const row of rows) found.set(plainHex(row.key_hash), row);
    }
    return found;
  }

  /** The first versions above one that wrote keys. @param hashes - in hexadecimal @returns by the hash of the key */
  findNext(hashes: readonly string[], version: number): Promise<ReadonlyMap<string, number>> {
    return this.#versions("spread_next", following, hashes, version);
  }

  async #versions(
    name: string,
    text: string,
    hashes: readonly string[],
    version: number,
  ): Promise<Map<string, number>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.#reads.run<Pick<SpreadRow, "key_hash" | "version">>(this.#reads.statement(name, text), [
      encodeHashes(hashes),
      version,
    ]);
    return new Map(rows.map((row) => [plainHex(row.key_hash), row.version]));
  }
}
