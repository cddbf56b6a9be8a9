import type { AccumulatorFrontierState, HashValue, LedgerRecord } from "@ledger/types";
import { toHash } from "../../columns/bytes-view.ts";
import { recordColumns, toBlockEntry, toFrontier, toRecord } from "../../columns/row-values.ts";
import type { BlockEntry } from "../../port.ts";
import { StoreError } from "../../store-error.ts";
import type { Statement } from "../connection/session.ts";
import { columnsOf, type Row } from "../rows/tables.ts";
import {
  type Bounds,
  checkRecords,
  expectFilled,
  latestVersion,
  oldestLedger,
  type Reads,
  toParameter,
} from "./reads.ts";

/** The columns of a row that is joined to the head; the named one is null where there is no such row. */
type Joined<Columns, Key extends keyof Columns> = Omit<Columns, Key> & { readonly [Name in Key]: Columns[Name] | null };
type BlockRow = Joined<Row<"blocks">, "height">;
type RecordRow = Pick<Row<"records">, (typeof recordColumns)[number]>;

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
      `left join (select ${recordColumns.join(", ")} from @.records
         where version >= $1::bigint and version <= ${latestVersion} order by version limit $2::int) r on true`,
    );
    this.#byHash = reads.bound(
      "record_by_hash",
      "x.version",
      `left join (select version from @.hashes
         where hash = $1::bytea and version >= ${oldestLedger} order by version limit 1) x on true`,
    );
    const names = columnsOf("blocks").map(({ name }) => name);
    const block = `select ${names.join(", ")} from @.blocks`;
    this.#blockByHeight = reads.bound(
      "block_by_height",
      "b.*",
      `left join (${block} where height = $1::bigint and last_version >= ${oldestLedger}) b on true`,
    );
    this.#blockByVersion = reads.bound(
      "block_by_version",
      "b.*",
      `left join (${block} where first_version <= $1::bigint order by first_version desc limit 1) b on true`,
    );
    const frontier = "select leaf_count, roots from @.frontiers";
    this.#newestFrontier = reads.bound(
      "frontier_newest",
      "f.*",
      `left join (${frontier} order by leaf_count desc limit 1) f on true`,
    );
    this.#oldestFrontier = reads.bound(
      "frontier_oldest",
      "f.*",
      `left join (${frontier} where leaf_count >= ${oldestLedger} order by leaf_count limit 1) f on true`,
    );
  }

  async list(start: bigint, limit: number): Promise<readonly LedgerRecord[]> {
    const parameters = [toParameter(start), Math.max(limit, 0)];
    const rows = await this.#reads.run<Bounds & Joined<RecordRow, "version">>(this.#list, parameters);
    checkRecords(rows[0]!, start);
    if (rows[0]!.version === null) return [];
    return (rows as readonly RecordRow[]).map((row) => toRecord(row, toHash(row.accumulator_root)));
  }

  async findByHash(hash: HashValue): Promise<bigint | undefined> {
    const [row] = await this.#reads.run<Bounds & { version: number | null }>(this.#byHash, [hash]);
    expectFilled(row!);
    return row!.version === null ? undefined : BigInt(row!.version);
  }

  async findBlockByHeight(height: bigint): Promise<BlockEntry | undefined> {
    const [row] = await this.#reads.run<Bounds & BlockRow>(this.#blockByHeight, [toParameter(height)]);
    expectFilled(row!);
    return toBlock(row!);
  }

  async readBlockByVersion(version: bigint): Promise<BlockEntry> {
    const [row] = await this.#reads.run<Bounds & BlockRow>(this.#blockByVersion, [toParameter(version)]);
    checkRecords(row!, version);
    const block = toBlock(row!);
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
    return toFrontier({ leaf_count: row!.leaf_count, roots: row!.roots });
  }
}

function toBlock({ height, ...columns }: BlockRow): BlockEntry | undefined {
  return height === null ? undefined : toBlockEntry({ height, ...columns });
}
