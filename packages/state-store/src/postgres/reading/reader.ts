import type { AccumulatorFrontierState, Address, Awaitable, HashValue, LedgerRecord } from "@ledger/types";
import type { EventPage, TopicQuery } from "../../event-port.ts";
import type { ServerLoad, ServerStats, VerifyOptions } from "../../operation-port.ts";
import type {
  BlockEntry,
  EventEntry,
  LedgerReader,
  LedgerSummary,
  StatePage,
  StateQuery,
  StoredValue,
  StoreStats,
  SummaryEntry,
  SummaryQuery,
  VerifyReport,
} from "../../port.ts";
import { StoreError } from "../../store-error.ts";
import type { TreeReads } from "../../tree-port.ts";
import { ReadPool, type ReadPoolOptions } from "../connection/read-pool.ts";
import { newCounts } from "../connection/retry.ts";
import type { Statement } from "../connection/session.ts";
import { type PostgresSettings, type PostgresTarget, parsePostgresUrl } from "../connection/settings.ts";
import { expectLedger, type HeadRow, headToSummary, newestHead } from "../rows/head-row.ts";
import { expectReadable } from "../schema.ts";
import { verifyTables } from "../verify.ts";
import { IndexReads } from "./index-reads.ts";
import { Reads } from "./reads.ts";
import { RecordReads } from "./record-reads.ts";
import { StateReads } from "./state-reads.ts";
import { PostgresTreeReads } from "./tree-reads.ts";

/** Options of {@link openPostgresReader}. */
export interface PostgresReaderOptions {
  /** Most connections for reads. 4 when absent: reads share them. */
  readonly connections?: number | undefined;
  /** Most reads that are sent on a connection before the first is answered. 32 when absent, 1 through poolers. */
  readonly depth?: number | undefined;
  /** Time that a read may take in all, with every try and on any server, milliseconds. 8,000 when absent. */
  readonly readRetryMs?: number | undefined;
  /** True if servers that are replicas are passed over, as a writer's reads always do: what is read is what was committed last. */
  readonly isPrimaryOnly?: boolean | undefined;
}

/**
 * Opens a PostgreSQL store for reading, on a primary or on a replica: then its head is what the replica has. Any number of
 * readers can be open at the same time as the one writer.
 *
 * @throws StoreError `invalid_argument`, `not_a_store`, `schema_unsupported`, `access_denied`, `unavailable`, `io_error`, and
 * `read_only` where only replicas answer and a primary is asked for
 */
export async function openPostgresReader(
  settings: PostgresSettings,
  options: PostgresReaderOptions = {},
): Promise<LedgerReader> {
  const target = parsePostgresUrl(settings);
  const pool = new ReadPool(target, poolOptions(options, options.isPrimaryOnly === true));
  try {
    return await createReader(target, pool);
  } catch (error) {
    pool.close();
    throw error;
  }
}

/** The limits of the read pool, with their defaults. */
export function poolOptions(options: PostgresReaderOptions, isWriter: boolean): ReadPoolOptions {
  return {
    isWriter,
    connections: options.connections ?? 4,
    depth: options.depth ?? 32,
    retry: { boundMs: options.readRetryMs ?? 8_000, retries: newCounts() },
  };
}

async function createReader({ schema }: PostgresTarget, pool: ReadPool): Promise<PostgresReader> {
  const reads = new Reads(pool, schema);
  const head = await reads.headRow();
  expectReadable(head.schema_version);
  return new PostgresReader(pool, reads, schema, head.key_salt);
}

interface ServerColumns {
  readonly lease_left: string | null;
  readonly lag: string | null;
  /** `null` where the engine has no such setting. */
  readonly checksums: string | null;
}

/** Reads of a store through a pool of connections. */
export class PostgresReader implements LedgerReader {
  readonly #pool: ReadPool;
  readonly #schema: string;
  readonly #reads: Reads;
  readonly #state: StateReads;
  readonly #records: RecordReads;
  readonly #indexes: IndexReads;
  readonly #tree: TreeReads;
  readonly #size: Statement;
  readonly #server: Statement;

  constructor(pool: ReadPool, reads: Reads, schema: string, salt: Uint8Array) {
    this.#pool = pool;
    this.#schema = schema;
    this.#reads = reads;
    this.#state = new StateReads(reads, salt);
    this.#records = new RecordReads(reads);
    this.#indexes = new IndexReads(reads);
    this.#tree = new PostgresTreeReads(reads);
    this.#size = reads.statement(
      "size",
      `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind in ('r', 'p')`,
    );
    this.#server = reads.statement(
      "server",
      `select case when isfinite(lease_until) then extract(epoch from lease_until - clock_timestamp()) end as lease_left,
         case when pg_is_in_recovery() then extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) end as lag,
         current_setting('data_checksums', true) as checksums
       from ${newestHead} h`,
    );
  }

  get tree(): TreeReads {
    return this.#tree;
  }

  async summary(): Promise<LedgerSummary | undefined> {
    const head = await this.#head();
    return head.version === null ? undefined : headToSummary(expectLedger(head));
  }

  readState(version: bigint, key: Uint8Array): Promise<StoredValue | undefined> {
    return this.#state.read(version, key);
  }

  listState(query: StateQuery): Promise<StatePage> {
    return this.#state.list(query);
  }

  findValueOrigin(version: bigint, key: Uint8Array): Promise<string | undefined> {
    return this.#state.findValueOrigin(version, key);
  }

  findListingOrigin(version: bigint, prefix: Uint8Array): Promise<string | undefined> {
    return this.#state.findListingOrigin(version, prefix);
  }

  listSummaries(query: SummaryQuery): Promise<readonly SummaryEntry[]> {
    return this.#indexes.listSummaries(query);
  }

  async readRecord(version: bigint): Promise<LedgerRecord> {
    const [record] = await this.#records.list(version, 1);
    if (record === undefined) throw new StoreError("corrupt", `the record of version ${version} is missing`);
    return record;
  }

  listRecords(start: bigint, limit: number): Promise<readonly LedgerRecord[]> {
    return this.#records.list(start, limit);
  }

  findVersionByHash(hash: HashValue): Promise<bigint | undefined> {
    return this.#records.findByHash(hash);
  }

  findVersionBySequenceNumber(sender: Address, sequenceNumber: bigint): Promise<bigint | undefined> {
    return this.#indexes.findBySequence(sender, sequenceNumber);
  }

  findBlockByHeight(height: bigint): Promise<BlockEntry | undefined> {
    return this.#records.findBlockByHeight(height);
  }

  readBlockByVersion(version: bigint): Promise<BlockEntry> {
    return this.#records.readBlockByVersion(version);
  }

  listEvents(key: Uint8Array, start: bigint, limit: number): Promise<readonly EventEntry[]> {
    return this.#indexes.listEvents(key, start, limit);
  }

  nextEventSequence(key: Uint8Array): Promise<bigint> {
    return this.#indexes.nextSequence(key);
  }

  listEventsByTopic(query: TopicQuery): Promise<EventPage> {
    return this.#indexes.listByTopic(
      query,
      query.topics.map((key) => this.#state.hashOf(key)),
    );
  }

  frontier(): Promise<AccumulatorFrontierState | undefined> {
    return this.#records.newestFrontier();
  }

  oldestFrontier(): Promise<AccumulatorFrontierState | undefined> {
    return this.#records.oldestFrontier();
  }

  /** The size of the tables on the server; the bytes that a vacuum could give back are estimated. */
  async stats(): Promise<StoreStats> {
    const [head, sizes, server] = await Promise.all([
      this.#head(),
      this.#reads.run<{ bytes: number }>(this.#size, [this.#schema]),
      this.#readServer(),
    ]);
    const fileBytes = sizes[0]!.bytes;
    const { version, oldest_version, swept_version, state_bytes, ledger_bytes } = head;
    return {
      fileBytes,
      walBytes: 0,
      freeBytes: Math.max(0, fileBytes - state_bytes - ledger_bytes),
      unmergedRows: 0,
      sweepLag: version === null ? 0n : BigInt(oldest_version - Math.max(swept_version, 0)),
      server,
    };
  }

  load(): ServerLoad {
    const { connections, waiting, retries } = this.#pool.load;
    return { connections, waitingReads: waiting, retries };
  }

  async verify(options?: VerifyOptions): Promise<VerifyReport> {
    const head = await this.#head();
    return head.version === null ? { problems: [], records: 0, stateRows: 0 } : verifyTables(this.#reads, options);
  }

  close(): Awaitable<void> {
    this.#pool.close();
  }

  /** @returns `undefined` on engines that do not know these functions */
  async #readServer(): Promise<ServerStats | undefined> {
    try {
      const [row] = await this.#reads.run<ServerColumns>(this.#server, []);
      const { lease_left, lag, checksums } = row!;
      return {
        leaseLeftMs: toMilliseconds(lease_left),
        replicaLagMs: toMilliseconds(lag),
        hasPageChecksums: checksums === null ? undefined : checksums === "on",
      };
    } catch (error) {
      if (error instanceof StoreError && error.code === "io_error") return undefined;
      throw error;
    }
  }

  async #head(): Promise<HeadRow> {
    const head = await this.#reads.headRow();
    expectReadable(head.schema_version);
    this.#state.renew(head.key_salt);
    return head;
  }
}

function toMilliseconds(seconds: string | null): number | undefined {
  return seconds === null ? undefined : Number(seconds) * 1_000;
}
