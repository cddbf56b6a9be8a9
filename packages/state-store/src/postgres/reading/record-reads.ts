import type { AccumulatorFrontierState, HashValue, LedgerRecord } from "@ledger/types";
import { splitHashes, toHash } from "../../columns/bytes-view.ts";
import type { BlockEntry } from "../../port.ts";
import { StoreError } from "../../store-error.ts";
import type { Statement } from "../connection/session.ts";
import { type Bounds, checkRecords, expectFilled, type Reads, toParameter } from "./reads.ts";

interface RecordColumns {
  readonly version: number | null;
  readonly accumulator_root: Uint8Array;
  readonly info: Uint8Array;
  readonly events: Uint8Array;
  readonly write_set: Uint8Array;
  readonly body: Uint8Array;
}

interface BlockColumns {
  readonly height: number | null;
  readonly hash: Uint8Array;
  readonly epoch: number;
  readonly round: number;
  readonly timestamp_usecs: number;
  readonly first_version: number;
  readonly last_version: number;
}

interface FrontierColumns {
  readonly leaf_count: number | null;
  readonly roots: Uint8Array;
}

/** Reads of records, blocks and accumulators. */
export class RecordReads {
  readonly #reads: Reads;
  readonly #list: Statement;
  readonly #byHash: Statement;
  readonly #blockByHeight: Statement;
  readonly #blockByVersion: Statement;
  readonly #newestFrontier: Statement;
  readonly #oldestFrontier: Statement;

  constructor(reads: Reads) {
    this.#reads = reads;
    this.#list = reads.bound(
      "record_list",
      "r.*",
      `left join lateral (select version, accumulator_root, info, events, write_set, body from @.records
         where version >= $1::bigint and version <= h.version order by version limit $2::int) r on true`,
    );
    this.#byHash = reads.bound(
      "record_by_hash",
      "x.version",
      `left join lateral (select version from @.hashes
         where hash = $1::bytea and version >= h.oldest_ledger_version order by version limit 1) x on true`,
    );
    const block = "select height, hash, epoch, round, timestamp_usecs, first_version, last_version from @.blocks";
    this.#blockByHeight = reads.bound(
      "block_by_height",
      "b.*",
      `left join lateral (${block} where height = $1::bigint and last_version >= h.oldest_ledger_version) b on true`,
    );
    this.#blockByVersion = reads.bound(
      "block_by_version",
      "b.*",
      `left join lateral (${block} where first_version <= $1::bigint order by first_version desc limit 1) b on true`,
    );
    const frontier = "select leaf_count, roots from @.frontiers";
    this.#newestFrontier = reads.bound(
      "frontier_newest",
      "f.*",
      `left join lateral (${frontier} order by leaf_count desc limit 1) f on true`,
    );
    this.#oldestFrontier = reads.bound(
      "frontier_oldest",
      "f.*",
      `left join lateral (${frontier} where leaf_count >= h.oldest_ledger_version order by leaf_count limit 1) f on true`,
    );
  }

  async list(start: bigint, limit: number): Promise<readonly LedgerRecord[]> {
    const rows = await this.#reads.run<Bounds & RecordColumns>(this.#list, [toParameter(start), Math.max(limit, 0)]);
    checkRecords(rows[0]!, start);
    if (rows[0]!.version === null) return [];
    return rows.map((row) => ({
      version: BigInt(row.version!),
      transaction: row.body,
      info: row.info,
      events: row.events,
      writeSet: row.write_set,
      accumulatorRoot: toHash(row.accumulator_root),
    }));
  }

  async findByHash(hash: HashValue): Promise<bigint | undefined> {
    const [row] = await this.#reads.run<Bounds & { version: number | null }>(this.#byHash, [hash]);
    expectFilled(row!);
    return row!.version === null ? undefined : BigInt(row!.version);
  }

  async findBlockByHeight(height: bigint): Promise<BlockEntry | undefined> {
    const [row] = await this.#reads.run<Bounds & BlockColumns>(this.#blockByHeight, [toParameter(height)]);
    expectFilled(row!);
    return toBlockEntry(row!);
  }

  async readBlockByVersion(version: bigint): Promise<BlockEntry> {
    const [row] = await this.#reads.run<Bounds & BlockColumns>(this.#blockByVersion, [toParameter(version)]);
    checkRecords(row!, version);
    const block = toBlockEntry(row!);
    if (block === undefined) throw new StoreError("corrupt", `the block of version ${version} is missing`);
    return block;
  }

  newestFrontier(): Promise<AccumulatorFrontierState | undefined> {
    return this.#frontier(this.#newestFrontier);
  }

  /** The first frontier that is not older than the kept records: those that are were pruned with what they led to. */
  oldestFrontier(): Promise<AccumulatorFrontierState | undefined> {
    return this.#frontier(this.#oldestFrontier);
  }

  async #frontier(statement: Statement): Promise<AccumulatorFrontierState | undefined> {
    const [row] = await this.#reads.run<Bounds & FrontierColumns>(statement, []);
    if (row!.head === null || row!.leaf_count === null) return undefined;
    return { leafCount: BigInt(row!.leaf_count), roots: splitHashes(row!.roots) };
  }
}

function toBlockEntry(row: BlockColumns): BlockEntry | undefined {
  if (row.height === null) return undefined;
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
