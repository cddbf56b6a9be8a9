import type { Session } from "../connection/session.ts";
import { stateOf } from "../connection/translate-error.ts";
import type { HeadRow } from "../rows/head-row.ts";
import { inSchema, versionTables } from "../schema.ts";
import type { Transaction } from "./transaction.ts";

/** Longest wait for the locks of a partition that is not needed yet, or not any more, milliseconds. Others wait behind it. */
const patienceMs = 100;
/** Longest wait of a detachment for those who still read the table, milliseconds. No read waits behind it. */
const detachmentMs = 500;

const lockNotAvailable = "55P03";

/** Returns true if versions up to `last` have partitions, or need none. */
export function hasPartitions({ partition_versions, partitioned_to }: HeadRow, last: number): boolean {
  return partition_versions === 0 || (partitioned_to !== null && last < partitioned_to);
}

/** Returns true if the partition after the one of `last` is there, or is not needed. */
export function hasNextPartition(head: HeadRow, last: number): boolean {
  return hasPartitions(head, last + head.partition_versions);
}

/**
 * Makes the partitions of versions up to `last`, and one more. A table is made by itself and attached then, which needs no lock that
 * a reader has, however long it reads.
 */
export async function addPartitions(transaction: Transaction, first: number, last: number): Promise<void> {
  const { head, query } = transaction;
  const size = head.partition_versions;
  let from = head.partitioned_to ?? Math.floor(first / size) * size;
  for (; from <= last + size; from += size) {
    for (const { table, name } of namesOf(head, from)) {
      await query(`create table @.${name} (like @.${table})`, []);
      await query(
        `alter table @.${table} attach partition @.${name} for values from (${from}) to (${from + size})`,
        [],
      );
    }
  }
  transaction.change({ partitioned_to: from });
}

/**
 * Does what needs locks that others may hold.
 *
 * @returns false where they are not free soon: then nothing is changed
 */
export async function ifFree({ query }: Transaction, work: () => Promise<void>): Promise<boolean> {
  await query("savepoint before_locks", []);
  await query(`set local lock_timeout = ${patienceMs}`, []);
  try {
    await work();
    return true;
  } catch (error) {
    if (stateOf(error) !== lockNotAvailable) throw error;
    await query("rollback to savepoint before_locks", []);
    return false;
  }
}

/** Returns true if a partition that begins at `from` is still a part of its table. */
export async function isAttached({ head, query }: Transaction, from: number): Promise<boolean> {
  const names = namesOf(head, from).map(({ name }) => `to_regclass('@.${name}')`);
  const found = await query(`select from pg_inherits where inhrelid in (${names.join(", ")}) limit 1`, []);
  return found.length > 0;
}

/** Deletes the partitions that begin at `from`. */
export async function dropPartitions({ head, query }: Transaction, from: number): Promise<void> {
  for (const { name } of namesOf(head, from)) await query(`drop table if exists @.${name}`, []);
}

/**
 * Takes the partitions that begin at `from` out of their tables, outside of any transaction: reads do not wait for it, and it waits
 * for those that have begun. It continues where it was interrupted.
 *
 * @returns false while somebody reads for long
 */
export async function detachPartitions(
  session: Session,
  schema: string,
  head: Pick<HeadRow, "partition_versions">,
  from: number,
): Promise<boolean> {
  await session.query(`set lock_timeout = ${detachmentMs}`);
  try {
    for (const { table, name } of namesOf(head, from)) {
      const { rows } = await session.query<{ pending: boolean }>(
        "select inhdetachpending as pending from pg_inherits where inhrelid = to_regclass($1)",
        [`${schema}.${name}`],
      );
      if (rows[0] === undefined) continue;
      const how = rows[0].pending ? "finalize" : "concurrently";
      await session.query(inSchema(schema, `alter table @.${table} detach partition @.${name} ${how}`));
    }
    return true;
  } catch (error) {
    if (stateOf(error) !== lockNotAvailable) throw error;
    return false;
  }
}

/** The partitions that begin at `from`, with their tables. */
function namesOf({ partition_versions }: Pick<HeadRow, "partition_versions">, from: number) {
  return versionTables.map((table) => ({ table, name: `${table}_p${from / partition_versions}` }));
}
