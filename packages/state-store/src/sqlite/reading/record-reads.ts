import type { AccumulatorFrontierState, HashValue, LedgerRecord } from "@ledger/types";
import type { Database, Statement } from "better-sqlite3";
import type { BlockEntry } from "../../port.ts";
import { splitHashes, toBytes, toHash } from "../rows/bytes-view.ts";
import { HashIndex } from "../rows/hash-index.ts";

interface RecordRow {
  version: number;
  accumulator_root: Uint8Array;
  info: Uint8Array;
  events: Uint8Array;
  write_set: Uint8Array;
  body: Uint8Array;
}

interface BlockRow {
  height: number;
  hash: Uint8Array;
  epoch: number;
  round: number;
  timestamp_usecs: number;
  first_version: number;
  last_version: number;
}

interface FrontierRow {
  leaf_count: number;
  roots: Uint8Array;
}

/** Reads of records, blocks and accumulators, within the snapshot of the caller's lease. */
export class RecordReads {
  readonly #list: Statement<[number, number], RecordRow>;
  readonly #hashes: HashIndex;
  readonly #blockByHeight: Statement<[number], BlockRow>;
  readonly #blockByVersion: Statement<[number], BlockRow>;
  readonly #newestFrontier: Statement<[], FrontierRow>;
  readonly #oldestFrontier: Statement<[number], FrontierRow>;

  constructor(database: Database) {
    this.#list = database.prepare(
      "select version, accumulator_root, info, events, write_set, body from records where version >= +? order by version limit +?",
    );
    this.#hashes = new HashIndex(database);
    const block = "select height, hash, epoch, round, timestamp_usecs, first_version, last_version from blocks";
    this.#blockByHeight = database.prepare(`${block} where height = +?`);
    this.#blockByVersion = database.prepare(`${block} where first_version <= +? order by first_version desc limit 1`);
    const frontier = "select leaf_count, roots from frontiers";
    this.#newestFrontier = database.prepare(`${frontier} order by leaf_count desc limit 1`);
    this.#oldestFrontier = database.prepare(`${frontier} where leaf_count >= +? order by leaf_count limit 1`);
  }

  list(start: number, limit: number): readonly LedgerRecord[] {
    return this.#list.all(start, limit).map((row) => ({
      version: BigInt(row.version),
      transaction: toBytes(row.body),
      info: toBytes(row.info),
      events: toBytes(row.events),
      writeSet: toBytes(row.write_set),
      accumulatorRoot: toHash(row.accumulator_root),
    }));
  }

  findByHash(hash: HashValue, oldest: number, head: number): bigint | undefined {
    const version = this.#hashes.find(hash, oldest, head);
    return version === undefined ? undefined : BigInt(version);
  }

  findBlockByHeight(height: number): BlockEntry | undefined {
    const row = this.#blockByHeight.get(height);
    return row === undefined ? undefined : toBlockEntry(row);
  }

  findBlockByVersion(version: number): BlockEntry | undefined {
    const row = this.#blockByVersion.get(version);
    return row === undefined ? undefined : toBlockEntry(row);
  }

  newestFrontier(): AccumulatorFrontierState | undefined {
    return toFrontier(this.#newestFrontier.get());
  }

  /** The first frontier that is not older than the record at `version`: those that are were pruned with what they led to. */
  frontierFrom(version: number): AccumulatorFrontierState | undefined {
    return toFrontier(this.#oldestFrontier.get(version));
  }
}

function toBlockEntry(row: BlockRow): BlockEntry {
  return {
    height: BigInt(row.height),
    hash: toHash(row.hash),
    epoch: BigInt(row.epoch),
    round: BigInt(row.round),
    timestampUsecs: BigInt(row.timestamp_usecs),
    firstVersion: BigInt(row.first_version),
    lastVersion: BigInt(row.last_version),
  };
}

function toFrontier(row: FrontierRow | undefined): AccumulatorFrontierState | undefined {
  if (row === undefined) return undefined;
  return { leafCount: BigInt(row.leaf_count), roots: splitHashes(row.roots) };
}
