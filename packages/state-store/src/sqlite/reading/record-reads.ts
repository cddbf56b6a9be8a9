import type { AccumulatorFrontierState, HashValue, LedgerRecord } from "@ledger/types";
import type { Database, Statement } from "better-sqlite3";
import { recordColumns, toBlockEntry, toFrontier, toRecord } from "../../columns/row-values.ts";
import type { BlockEntry } from "../../port.ts";
import { HashIndex } from "../rows/hash-index.ts";
import { unsealRoot } from "../rows/sealed-root.ts";
import { type Row, selectFrom } from "../rows/tables.ts";

type RecordRow = Pick<Row<"records">, (typeof recordColumns)[number]>;

/** Reads of records, blocks and accumulators, within the snapshot of the caller's lease. */
export class RecordReads {
  readonly #list: Statement<[number, number], RecordRow>;
  readonly #hashes: HashIndex;
  readonly #blockByHeight: Statement<[number], Row<"blocks">>;
  readonly #blockByVersion: Statement<[number], Row<"blocks">>;
  readonly #newestFrontier: Statement<[], Row<"frontiers">>;
  readonly #oldestFrontier: Statement<[number], Row<"frontiers">>;

  constructor(database: Database) {
    this.#list = database.prepare(
      `select ${recordColumns.join(", ")} from records where version >= +? order by version limit +?`,
    );
    this.#hashes = new HashIndex(database);
    const block = selectFrom("blocks");
    this.#blockByHeight = database.prepare(`${block} where height = +?`);
    this.#blockByVersion = database.prepare(`${block} where first_version <= +? order by first_version desc limit 1`);
    const frontier = selectFrom("frontiers");
    this.#newestFrontier = database.prepare(`${frontier} order by leaf_count desc limit 1`);
    this.#oldestFrontier = database.prepare(`${frontier} where leaf_count >= +? order by leaf_count limit 1`);
  }

  list(start: number, limit: number): readonly LedgerRecord[] {
    return this.#list
      .all(start, limit)
      .map((row) => toRecord(row, unsealRoot(row.version, row.accumulator_root, row.info)));
  }

  findByHash(hash: HashValue, oldest: number, head: number): bigint | undefined {
    const version = this.#hashes.find(hash, oldest, head);
    return version === undefined ? undefined : BigInt(version);
  }

  findBlockByHeight(height: number): BlockEntry | undefined {
    const row = this.#blockByHeight.get(height);
    return row && toBlockEntry(row);
  }

  findBlockByVersion(version: number): BlockEntry | undefined {
    const row = this.#blockByVersion.get(version);
    return row && toBlockEntry(row);
  }

  newestFrontier(): AccumulatorFrontierState | undefined {
    const row = this.#newestFrontier.get();
    return row && toFrontier(row);
  }

  /** The first frontier that is not older than the record at `version`: those that are were pruned with what they led to. */
  frontierFrom(version: number): AccumulatorFrontierState | undefined {
    const row = this.#oldestFrontier.get(version);
    return row && toFrontier(row);
  }
}
