import { recordByteColumns } from "../../columns/row-values.ts";
import { StoreError } from "../../store-error.ts";
import type { LedgerHead } from "../rows/head-row.ts";
import { versionTables } from "../schema.ts";
import { dropPartitions, ifFree, isAttached } from "../writing/partitions.ts";
import type { Transaction } from "../writing/transaction.ts";

/** The result of a step of a prune. */
export interface PrunedLedger {
  readonly head: LedgerHead;
  /** How many records went. */
  readonly deleted: number;
  /** First version of a partition that has to be detached before the next step. */
  readonly attached?: number | undefined;
}

/** Bytes of a record's columns. */
const recordBytes = recordByteColumns.map((column) => `octet_length(${column})`).join(" + ");

/**
 * Deletes ledger records with their index rows, oldest first. The watermark moves first; then whole partitions are dropped, and
 * of a partition that the watermark is within, ranges of versions are deleted.
 */
export const LedgerPruner = {
  /** Returns true if the records below the watermark are all gone. */
  isSwept({ swept_ledger_version, oldest_ledger_version }: LedgerHead): boolean {
    return swept_ledger_version === oldest_ledger_version;
  },

  /**
   * Takes one step towards `target`, the start of a block: moves the watermark if nothing waits to be deleted, then deletes
   * records of at most `maxRows` versions, or a partition that was detached.
   */
  async prune(transaction: Transaction, head: LedgerHead, target: number, maxRows: number): Promise<PrunedLedger> {
    if (LedgerPruner.isSwept(head)) {
      if (target <= head.oldest_ledger_version) return { head, deleted: 0 };
      const [block] = await transaction.query<{ height: number }>(
        "select height from @.blocks where first_version = $1",
        [target],
      );
      if (block === undefined) throw new StoreError("corrupt", `no block begins at version ${target}`);
      return {
        head: { ...head, oldest_ledger_version: target, oldest_block_height: block.height },
        deleted: 0,
      };
    }
    const from = head.swept_ledger_version;
    const size = head.partition_versions;
    const partition = size === 0 ? from : Math.floor(from / size) * size;
    const isDroppable = size > 0 && partition + size <= head.oldest_ledger_version;
    const to = isDroppable ? partition + size : Math.min(head.oldest_ledger_version, from + maxRows);
    if (isDroppable) {
      const isFree =
        !(await isAttached(transaction, partition)) &&
        (await ifFree(transaction, () => dropPartitions(transaction, partition)));
      if (!isFree) return { head, deleted: 0, attached: partition };
    } else {
      for (const table of versionTables) {
        await transaction.query(`delete from @.${table} where version >= $1 and version < $2`, [from, to]);
      }
    }
    await transaction.query("delete from @.blocks where first_version < $1 and last_version < $1", [to]);
    await transaction.query("delete from @.frontiers where leaf_count < $1", [to]);
    const held = head.version - from + 1;
    return {
      head: {
        ...head,
        swept_ledger_version: to,
        ledger_bytes: Math.floor(head.ledger_bytes * (1 - (to - from) / held)),
      },
      deleted: to - from,
    };
  },

  /** First version of the block that holds a kept version. */
  async blockStart(transaction: Transaction, version: number): Promise<number> {
    const [block] = await transaction.query<{ first_version: number }>(
      "select first_version from @.blocks where first_version <= $1 order by first_version desc limit 1",
      [version],
    );
    return block?.first_version ?? 0;
  },

  /** Counts what a prune to `target` would delete. */
  async plan(
    transaction: Transaction,
    head: LedgerHead,
    target: number,
  ): Promise<{ readonly records: number; readonly bytes: number }> {
    const [counted] = await transaction.query<{ records: number; bytes: number }>(
      `select count(*) as records, coalesce(sum(${recordBytes}), 0)::bigint as bytes
       from @.records where version >= $1 and version < $2`,
      [head.swept_ledger_version, target],
    );
    return counted!;
  },
};
