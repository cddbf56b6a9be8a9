import type { HeadRow } from "../rows/head-row.ts";
import { versionTables } from "../schema.ts";
import type { Transaction } from "./writer.ts";

/** Returns true if versions up to `last` have partitions, or need none. */
export function hasPartitions(head: HeadRow, last: number): boolean {
  return head.partition_versions === 0 || (head.partitioned_to !== null && last < head.partitioned_to);
}

/**
 * Makes the partitions of versions up to `last`, and one more. It is a transaction of its own: the tables are locked against
 * reads until it ends.
 */
export async function addPartitions(transaction: Transaction, first: number, last: number): Promise<void> {
  const { head } = transaction;
  const size = head.partition_versions;
  if (hasPartitions(head, last)) return;
  let from = head.partitioned_to ?? Math.floor(first / size) * size;
  for (; from <= last + size; from += size) {
    for (const table of versionTables) {
      await transaction.query(
        `create table @.${partitionName(table, from / size)} partition of @.${table} for values from (${from}) to (${from + size})`,
        [],
      );
    }
  }
  transaction.change({ partitioned_to: from });
}

/** Deletes the partitions that begin at `from`. */
export async function dropPartitions(transaction: Transaction, from: number): Promise<void> {
  const number = from / transaction.head.partition_versions;
  for (const table of versionTables) await transaction.query(`drop table @.${partitionName(table, number)}`, []);
}

function partitionName(table: string, number: number): string {
  return `${table}_p${number}`;
}
