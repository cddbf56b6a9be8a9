import { checkPruneStep } from "../commit-check.ts";
import type {
  BaseValue,
  CommitBatch,
  CompactProgress,
  LedgerBase,
  LedgerStore,
  PrunePlan,
  PruneProgress,
  PruneTarget,
} from "../port.ts";
import { clampTarget } from "../pruning/clamp-target.ts";
import { ReadPool } from "./connection/read-pool.ts";
import { type PostgresSettings, type PostgresTarget, parsePostgresUrl } from "./connection/settings.ts";
import { expectOwnCode } from "./expect-own-code.ts";
import { LedgerPruner } from "./pruning/ledger-pruner.ts";
import { StatePruner } from "./pruning/state-pruner.ts";
import { PostgresReader, type PostgresReaderOptions, poolOptions } from "./reading/reader.ts";
import { Reads } from "./reading/reads.ts";
import { expectLedger, headToSummary, type LedgerHead } from "./rows/head-row.ts";
import { createTables, type SchemaOptions } from "./schema.ts";
import { addBaseValues, beginBase, completeAccount } from "./writing/base-writer.ts";
import { writeBatch } from "./writing/commit-writer.ts";
import { addPartitions, hasPartitions } from "./writing/partitions.ts";
import { type Transaction, Writer, type WriterOptions } from "./writing/writer.ts";
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
export async function openPostgresStore(
  settings: PostgresSettings,
  options: PostgresStoreOptions = {},
): Promise<LedgerStore> {
  const target = parsePostgresUrl(settings);
  const writer = new Writer(target, options);
  const pool = new ReadPool(target, poolOptions(options, true));
  try {
    await writer.withClient((client) => createTables(client, target.schema, options));
    await writer.withClient((client) => expectOwnCode(client, target.schema));
    await writer.takeLease();
    const reads = new Reads(pool, target.schema);
    const { key_salt } = await reads.headRow();
    return new PostgresLedgerStore(target, pool, reads, key_salt, writer);
  } catch (error) {
    await writer.close();
    pool.close();
    throw error;
  }
}

class PostgresLedgerStore extends PostgresReader implements LedgerStore {
  readonly #writer: Writer;
  readonly #keys: WrittenKeys;
  readonly #statePruner = new StatePruner();

  constructor({ schema }: PostgresTarget, pool: ReadPool, reads: Reads, salt: Uint8Array, writer: Writer) {
    super(pool, reads, schema, salt);
    this.#keys = new WrittenKeys(salt);
    this.#writer = writer;
  }

  async begin(base: LedgerBase): Promise<void> {
    await this.#writer.transact("durable", (transaction) => beginBase(transaction, base));
    this.#keys.clear();
  }

  addBaseValues(values: readonly BaseValue[]): Promise<void> {
    return this.#writer.transact("durable", (transaction) => addBaseValues(transaction, values));
  }

  completeAccount(prefix: Uint8Array, version: bigint, origin: string): Promise<void> {
    return this.#writer.transact("durable", (transaction) => completeAccount(transaction, prefix, version, origin));
  }

  async commit(batch: CommitBatch): Promise<void> {
    const first = Number(batch.blocks[0]?.firstVersion ?? 0n);
    const last = Number(batch.blocks.at(-1)?.lastVersion ?? 0n);
    let lacksPartitions = false;
    const write = () =>
      this.#writer.transact("durable", async (transaction) => {
        lacksPartitions = !hasPartitions(transaction.head, last);
        return lacksPartitions ? [] : writeBatch(transaction, batch, this.#keys);
      });
    let offered = await write();
    if (lacksPartitions) {
      await this.#writer.transact("durable", (transaction) => addPartitions(transaction, first, last));
      offered = await write();
    }
    for (const { known } of offered) known.isStored = true;
  }

  async prune(target: PruneTarget, maxRows: number): Promise<PruneProgress> {
    checkPruneStep(maxRows);
    return this.#writer.transact("repeatable", async (transaction) => {
      const before = expectLedger(transaction.head);
      const clamped = await clamp(transaction, before, target);
      const stateTarget = Number(clamped.stateVersion);
      const ledgerTarget = Number(clamped.ledgerVersion);
      const state = await this.#statePruner.prune(transaction, before, stateTarget, maxRows);
      let { head } = state;
      let deletedRows = state.deleted;
      if (deletedRows < maxRows) {
        // Records stay as long as their state can be read.
        const reachable =
          ledgerTarget <= head.oldest_version
            ? ledgerTarget
            : await LedgerPruner.blockStart(transaction, head.oldest_version);
        const ledger = await LedgerPruner.prune(transaction, head, reachable, maxRows - deletedRows);
        head = ledger.head;
        deletedRows += ledger.deleted;
      }
      this.#keys.forget(state.deletedKeys);
      if (head !== before) transaction.change(changesOf(head));
      return {
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
    return this.#writer.transact("repeatable", async (transaction) => {
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
