import type { AccumulatorFrontierState, HashValue, LedgerRecord } from "@ledger/types";
import type { Database, Statement } from "better-sqlite3";
import { toHash } from "../../columns/bytes-view.ts";
import { recordColumns, toBlockEntry, toFrontier, toRecord } from "../../columns/row-values.ts";
import type { BlockEntry } from "../../port.ts";
import { HashIndex } from "../rows/hash-index.ts";
import { missingRow, prepareCheck } from "../rows/row-sum.ts";
import { type Row, selectFrom } from "../rows/tables.ts";

type RecordRow = Pick<Row<"records">, (typeof recordColumns)[number] | "checksum">;

const checkRecord = prepareCheck("records", "checksum");
const checkBlock = prepareCheck("blocks", "checksum");
const checkFrontier = prepareCheck("frontiers", "checksum");

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
      `select ${recordColumns.join(", ")}, checksum from records where version >= +? order by version limit +?`,
    );
    this.#hashes = new HashIndex(database);
    const block = selectFrom("blocks");
    this.#blockByHeight = database.prepare(`${block} where height = +?`);
    this.#blockByVersion = database.prepare(`${block} where first_version <= +? order by first_version desc limit 1`);
    const frontier = selectFrom("frontiers");
    this.#newestFrontier = database.prepare(`${frontier} order by leaf_count desc limit 1`);
    this.#oldestFrontier = database.prepare(`${frontier} where leaf_count >= +? order by leaf_count limit 1`);
  }

  /** @param head - latest version: up to it there is a record for each version */
  list(start: number, limit: number, head: number): readonly LedgerRecord[] {
    const wanted = Math.min(limit, head - start + 1);
    const rows = this.#list.all(start, wanted);
    // Versions are dense: one that is absent was moved to another place by a damaged key.
    const missing = rows.findIndex(({ version }, i) => version !== start + i);
    if (missing >= 0 || rows.length < wanted) {
      throw missingRow("records", `version ${start + (missing < 0 ? rows.length : missing)}`);
    }
    return rows.map((row) => toRecord(checkRecord(row), toHash(row.accumulator_root)));
  }

  findByHash(hash: HashValue, oldest: number, head: number): bigint | undefined {
    const version = this.#hashes.find(hash, oldest, head);
    return version === undefined ? undefined : BigInt(version);
  }

  readBlockByHeight(height: number): BlockEntry {
    const row = this.#blockByHeight.get(height);
    if (row === undefined) throw missingRow("blocks", `height ${height}`);
    return toBlockEntry(checkBlock(row));
  }

  readBlockByVersion(version: number): BlockEntry {
    const row = this.#blockByVersion.get(version);
    if (row === undefined || checkBlock(row).last_version < version) throw missingRow("blocks", `version ${version}`);
    return toBlockEntry(row);
  }

  newestFrontier(): AccumulatorFrontierState | undefined {
    const row = this.#newestFrontier.get();
    return row && toFrontier(checkFrontier(row));
  }

  /** The first frontier that is not older than the record at `version`: those that are were pruned with what they led to. */
  frontierFrom(version: number): AccumulatorFrontierState | undefined {
    const row = this.#oldestFrontier.get(version);
    return row && toFrontier(checkFrontier(row));
  }
}
