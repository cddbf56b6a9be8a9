import type { BaseValue, LedgerBase } from "../base-port.ts";
import { checkPruneStep } from "../commit-check.ts";
import type { CommitBatch, CompactProgress, LedgerStore, PrunePlan, PruneProgress, PruneTarget } from "../port.ts";
import { clampTarget } from "../pruning/clamp-target.ts";
import { connect } from "./connection/connect.ts";
import { ReadPool } from "./connection/read-pool.ts";
import { type PostgresSettings, type PostgresTarget, parsePostgresUrl } from "./connection/settings.ts";
import { translateError } from "./connection/translate-error.ts";
import { expectOwnCode } from "./expect-own-code.ts";
import { LedgerPruner } from "./pruning/ledger-pruner.ts";
import { StatePruner } from "./pruning/state-pruner.ts";
import { PostgresReader, type PostgresReaderOptions, poolOptions } from "./reading/reader.ts";
import { Reads } from "./reading/reads.ts";
import { expectLedger, headToSummary, type LedgerHead } from "./rows/head-row.ts";
import { createTables, type KnownSchemas, knownSchemas, type SchemaOptions } from "./schema.ts";
import { addBaseValues, beginBase, completeAccount } from "./writing/base-writer.ts";
import { writeBatch } from "./writing/commit-writer.ts";
import {
  addPartitions,
  detachPartitions,
  dropPartitions,
  hasNextPartition,
  hasPartitions,
  ifFree,
} from "./writing/partitions.ts";
import type { Transaction, WriteKind } from "./writing/transaction.ts";
import { upgradeTables } from "./writing/upgrade.ts";
import { Writer, type WriterOptions } from "./writing/writer.ts";
import { WrittenKeys } from "./writing/written-keys.ts";

/** Options of {@link openPostgresStore}. */
export interface PostgresStoreOptions extends PostgresReaderOptions, WriterOptions, SchemaOptions {}

/**
 * Opens a PostgreSQL store for writing, and makes its tables where there are none. There is one writer at a time: it holds a
 * lease, which it renews, and which another one can take once it has run out.
 *
 * @throws StoreError `invalid_argument`, `store_locked` while another one writes, `schema_unsupported`, `access_denied`,
 *   `unavailable`, `disk_full`, `io_error`
 */
export function openPostgresStore(
  settings: PostgresSettings,
  options: PostgresStoreOptions = {},
): Promise<LedgerStore> {
  return openStoreOf(knownSchemas, settings, options);
}

/** The same, for a release that knows other schemas. */
export async function openStoreOf(
  known: KnownSchemas,
  settings: PostgresSettings,
  options: PostgresStoreOptions,
): Promise<LedgerStore> {
  const target = parsePostgresUrl(settings);
  const reading = poolOptions(options, true);
  const writer = new Writer(target, options, reading.retry.retries);
  const pool = new ReadPool(target, reading);
  try {
    await writer.withSession((session) => createTables(session, target.schema, options, known));
    await writer.withSession((session) => expectOwnCode(session, target.schema));
    await writer.takeLease();
    await upgradeTables(writer, known);
    const reads = new Reads(pool, target.schema);
    const { key_salt } = await reads.headRow();
    return new PostgresLedgerStore(target, pool, reads, key_salt, writer);
  } catch (error) {
    await writer.close();
    pool.close();
    throw error;
  }
}

/** Milliseconds between two tries to make the next partition while its locks are not free. */
const partitionPauseMs = 5_000;

class PostgresLedgerStore extends PostgresReader implements LedgerStore {
  readonly #target: PostgresTarget;
  readonly #writer: Writer;
  readonly #keys: WrittenKeys;
  #statePruner = new StatePruner();
  /** The losses that the memory of earlier writes knows of. */
  #losses = 0;
  #nextPartitionAt = 0;

  constructor(target: PostgresTarget, pool: ReadPool, reads: Reads, salt: Uint8Array, writer: Writer) {
    super(pool, reads, target.schema, salt);
    this.#target = target;
    this.#keys = new WrittenKeys(salt);
    this.#writer = writer;
  }

  async begin(base: LedgerBase): Promise<void> {
    while (!(await this.#transact("durable", (transaction) => beginBase(transaction, base))));
    this.#keys.clear();
  }

  addBaseValues(values: readonly BaseValue[]): Promise<void> {
    return this.#transact("durable", (transaction) => addBaseValues(transaction, values));
  }

  completeAccount(prefix: Uint8Array, version: bigint, origin: string): Promise<void> {
    return this.#transact("durable", (transaction) => completeAccount(transaction, prefix, version, origin));
  }

  async commit(batch: CommitBatch): Promise<void> {
    const first = Number(batch.blocks[0]?.firstVersion ?? 0n);
    const last = Number(batch.blocks.at(-1)?.lastVersion ?? 0n);
    let lacksPartitions = false;
    let lacksNext = false;
    const write = () =>
      this.#transact("durable", async (transaction) => {
        lacksPartitions = !hasPartitions(transaction.head, last);
        lacksNext = !hasNextPartition(transaction.head, last);
        return lacksPartitions ? [] : writeBatch(transaction, batch, this.#keys);
      });
    let offered = await write();
    if (lacksPartitions) {
      await this.#transact("durable", (transaction) => addPartitions(transaction, first, last));
      offered = await write();
    }
    for (const { known } of offered) known.isStored = true;
    if (lacksNext) await this.#makeNextPartition(last);
  }

  async prune(target: PruneTarget, maxRows: number): Promise<PruneProgress> {
    checkPruneStep(maxRows);
    const { attached, ...progress } = await this.#pruneStep(target, maxRows);
    // What somebody reads for hours is dropped by a later prune.
    if (attached !== undefined && !(await this.#detach(attached))) return { ...progress, done: true };
    return progress;
  }

  #pruneStep(
    target: PruneTarget,
    maxRows: number,
  ): Promise<PruneProgress & { readonly attached: Attached | undefined }> {
    return this.#transact("repeatable", async (transaction) => {
      const before = expectLedger(transaction.head);
      const clamped = await clamp(transaction, before, target);
      const stateTarget = Number(clamped.stateVersion);
      const ledgerTarget = Number(clamped.ledgerVersion);
      const state = await this.#statePruner.prune(transaction, before, stateTarget, maxRows);
      let { head } = state;
      let deletedRows = state.deleted;
      let attached: Attached | undefined;
      if (deletedRows < maxRows) {
        // Records stay as long as their state can be read.
        const reachable =
          ledgerTarget <= head.oldest_version
            ? ledgerTarget
            : await LedgerPruner.blockStart(transaction, head.oldest_version);
        const ledger = await LedgerPruner.prune(transaction, head, reachable, maxRows - deletedRows);
        head = ledger.head;
        deletedRows += ledger.deleted;
        if (ledger.attached !== undefined) {
          attached = { from: ledger.attached, partition_versions: head.partition_versions };
        }
      }
      this.#keys.forget(state.deletedKeys);
      if (head !== before) transaction.change(changesOf(head));
      return {
        attached,
        oldestVersion: BigInt(head.oldest_version),
        oldestLedgerVersion: BigInt(head.oldest_ledger_version),
        deletedRows,
        done:
          head.oldest_version >= stateTarget &&
          StatePruner.isSwept(head) &&
          head.oldest_ledger_version >= ledgerTarget &&
          LedgerPruner.isSwept(head),
      };
    });
  }

  planPrune(target: PruneTarget): Promise<PrunePlan> {
    return this.#transact("repeatable", async (transaction) => {
      const head = expectLedger(transaction.head);
      const clamped = await clamp(transaction, head, target);
      const state = await this.#statePruner.plan(transaction, head, Number(clamped.stateVersion));
      const ledger = await LedgerPruner.plan(transaction, head, Number(clamped.ledgerVersion));
      return { ...clamped, stateRows: state.rows, records: ledger.records, bytes: state.bytes + ledger.bytes };
    });
  }

  /** Nothing: the server's own vacuum makes room for later rows, and dropped partitions have been given back already. */
  compact(): CompactProgress {
    return { reclaimedBytes: 0, freeBytes: 0 };
  }

  override async close(): Promise<void> {
    await this.#writer.close();
    await super.close();
  }

  /** Runs a transaction; where the server has lost earlier ones, what is remembered of them is forgotten first. */
  #transact<T>(kind: WriteKind, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#writer.transact(kind, (transaction) => {
      if (transaction.losses !== this.#losses) {
        this.#losses = transaction.losses;
        this.#keys.clear();
        this.#statePruner = new StatePruner();
      }
      return work(transaction);
    });
  }

  /** Makes the partition after the one of `last`. It is not needed yet, so what keeps it from being made is no failure. */
  async #makeNextPartition(last: number): Promise<void> {
    if (performance.now() < this.#nextPartitionAt) return;
    const make = (transaction: Transaction) => ifFree(transaction, () => addPartitions(transaction, last, last));
    const isMade = await this.#transact("durable", make).catch(() => false);
    if (!isMade) this.#nextPartitionAt = performance.now() + partitionPauseMs;
  }

  /** @returns false while somebody reads for long */
  async #detach({ from, ...head }: Attached): Promise<boolean> {
    // Through a pooler no setting of a connection holds: there the partition is dropped where it is, if that is free at once.
    if (!this.#target.prepare) return this.#transact("repeatable", (t) => ifFree(t, () => dropPartitions(t, from)));
    const silenceMs = this.#target.writeTimeoutMs;
    try {
      const session = await connect(this.#target, { isWriter: true, pipeline: false, silenceMs });
      const isDone = await detachPartitions(session, this.#target.schema, head, from).finally(() => session.discard());
      return isDone;
    } catch (error) {
      throw translateError(error);
    }
  }
}

/** A partition that has to be detached. */
interface Attached {
  readonly from: number;
  readonly partition_versions: number;
}

async function clamp(transaction: Transaction, head: LedgerHead, target: PruneTarget): Promise<PruneTarget> {
  const summary = headToSummary(head);
  const inBounds = clampTarget(target, summary, (version) => version);
  const start = await LedgerPruner.blockStart(transaction, Number(inBounds.ledgerVersion));
  return clampTarget(target, summary, () => BigInt(start));
}

/** The columns of the head row that a prune changes. */
function changesOf(head: LedgerHead): Parameters<Transaction["change"]>[0] {
  return {
    oldest_version: head.oldest_version,
    oldest_ledger_version: head.oldest_ledger_version,
    oldest_block_height: head.oldest_block_height,
    swept_version: head.swept_version,
    sweep_key: head.sweep_key,
    swept_ledger_version: head.swept_ledger_version,
    state_bytes: head.state_bytes,
    ledger_bytes: head.ledger_bytes,
  };
}
