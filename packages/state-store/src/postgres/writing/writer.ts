import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { StoreError, storeClosed } from "../../store-error.ts";
import { connect } from "../connection/connect.ts";
import { type RetryPolicy, withRetry } from "../connection/retry.ts";
import { type Parameter, Session } from "../connection/session.ts";
import type { PostgresTarget } from "../connection/settings.ts";
import { isConnectionFailure, judge } from "../connection/translate-error.ts";
import { encodeRows } from "../rows/copy-rows.ts";
import { type HeadChange, type HeadRow, selectHead } from "../rows/head-row.ts";
import { columnsOf, type LoadedColumn, type Row, type TableName, valuesOf } from "../rows/tables.ts";
import { inSchema } from "../schema.ts";

/** Options of the writing connection. */
export interface WriterOptions {
  /** Time for which no other writer may write after this one was last heard of, milliseconds. 15,000 when absent. */
  readonly leaseMs?: number | undefined;
  /** Time for which a write that fails is tried again, milliseconds. 30,000 when absent. */
  readonly writeRetryMs?: number | undefined;
  /** Called before the lease of a writer that is not heard of is waited for. */
  readonly onLeaseWait?: ((wait: LeaseWait) => void) | undefined;
}

/** A lease that is waited for. */
export interface LeaseWait {
  /** Host and process of the writer that took it. */
  readonly holder: string;
  /** Milliseconds until it ends. */
  readonly leftMs: number;
}

/** The kind of a write: `durable` has reached the disk when it returns; `repeatable` only deletes, and a power cut may undo it. */
export type WriteKind = "durable" | "repeatable";

/** One write transaction. */
export interface Transaction {
  /** As it is before the write; no other writer can change it. */
  readonly head: HeadRow;
  query<R extends object>(text: string, values: readonly Parameter[]): Promise<readonly R[]>;
  /** Inserts rows, which may be made while others are sent. */
  load<Table extends TableName>(table: Table, rows: Iterable<Row<Table>>): Promise<void>;
  /** Sets columns of the head row. */
  change(change: HeadChange): void;
}

const defaultLeaseMs = 15_000;
const defaultWriteRetryMs = 30_000;
/** Longest pause between two looks at the lease of another writer, milliseconds. */
const lookMs = 1_000;
/** A statement that takes longer ends the connection. */
const queryTimeoutMs = 600_000;
/** Parameters of one statement, at most: the protocol counts them in 16 bits. */
const mostParameters = 60_000;

/** Rows of a COPY that are encoded together. */
const rowsAtOnce = 512;

/** A write whose commit was sent and not answered. */
interface Unknown {
  readonly step: number;
  readonly result: unknown;
}

/**
 * The one writing connection of a store. Every transaction locks the head row and continues only in the writer's own term, so
 * that a replaced writer cannot write; it counts a step, so that a commit whose answer was lost is recognized afterwards.
 */
export class Writer {
  readonly #target: PostgresTarget;
  readonly #retry: RetryPolicy;
  readonly #leaseMs: number;
  readonly #onLeaseWait: WriterOptions["onLeaseWait"];
  readonly #holder = `${hostname()}, process ${process.pid} (${randomUUID()})`;
  readonly #begin: Readonly<Record<WriteKind, string>>;
  #session: Session | undefined;
  #term = -1;
  #isLost = false;
  #closed = false;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #renewal: NodeJS.Timeout | undefined;

  constructor(target: PostgresTarget, options: WriterOptions) {
    this.#target = target;
    this.#onLeaseWait = options.onLeaseWait;
    this.#leaseMs = options.leaseMs ?? defaultLeaseMs;
    this.#retry = { boundMs: options.writeRetryMs ?? defaultWriteRetryMs };
    const begin = (synchronous: string) =>
      this.#text(
        `begin; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = '60s'; ${synchronous}
         ${selectHead} for update`,
      );
    this.#begin = { durable: begin(""), repeatable: begin("set local synchronous_commit = off;") };
  }

  /** Runs work on a connection of its own, before there is a lease. */
  async withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return withRetry(this.#retry, () => this.#connected(({ client }) => work(client)));
  }

  /**
   * Becomes the writer. Where another one is not heard of any more, its lease is waited for.
   *
   * @throws StoreError `store_locked` while another one writes
   */
  async takeLease(): Promise<void> {
    let known: number | undefined;
    for (;;) {
      const seen = await withRetry(this.#retry, () => this.#connected((session) => this.#tryLease(session)));
      if (seen.term !== undefined) {
        this.#term = seen.term;
        break;
      }
      if (known !== undefined && seen.until > known) {
        throw new StoreError("store_locked", `another node is writing to this store: ${seen.holder}`);
      }
      if (known === undefined) this.#onLeaseWait?.(seen);
      known = seen.until;
      await delay(Math.min(Math.max(seen.leftMs, 10), lookMs));
    }
    const renew = () => {
      // A write that is under way or waits renews it, too.
      if (this.#waiting === 0) this.#exclusive(() => this.#renew()).catch(() => undefined);
    };
    this.#renewal = setInterval(renew, this.#leaseMs / 3).unref();
  }

  /**
   * Runs one transaction: all of `work` or nothing of it. It may be run more than once.
   *
   * @throws StoreError `lease_lost` when another writer has taken over, and what the database refuses
   */
  transact<T>(kind: WriteKind, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#exclusive(() => {
      let unknown: Unknown | undefined;
      return withRetry(this.#retry, () =>
        this.#connected(async (session) => {
          const head = await this.#beginWrite(session, kind);
          if (unknown !== undefined && head.step === unknown.step) {
            await session.client.query("rollback");
            return unknown.result as T;
          }
          unknown = undefined;
          let change: HeadChange = {};
          const result = await work({
            head,
            query: async <R extends object>(text: string, values: readonly Parameter[]) =>
              session.run<R>({ name: "", text: this.#text(text) }, values),
            load: (table, rows) => this.#load(session, table, rows),
            change: (next) => {
              change = { ...change, ...next };
            },
          });
          await this.#writeHead(session, change);
          unknown = { step: head.step + 1, result };
          try {
            await session.client.query("commit");
          } catch (error) {
            if (!isConnectionFailure(error)) unknown = undefined;
            throw error;
          }
          return result;
        }),
      );
    });
  }

  /** Runs statements outside of a transaction, after the writes that were begun before. */
  run<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return this.#exclusive(() => this.withClient(work));
  }

  /** Gives the lease back, so that the next writer need not wait for its end. */
  async close(): Promise<void> {
    if (this.#closed) return;
    clearInterval(this.#renewal);
    await this.#turn.catch(() => undefined);
    this.#closed = true;
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    const release = this.#text("update @.head set lease_until = '-infinity' where id = 0 and term = $1");
    await session.client.query(release, [this.#term]).catch(() => undefined);
    await session.client.end().catch(() => undefined);
  }

  #text(text: string): string {
    return inSchema(this.#target.schema, text);
  }

  /** One write at a time, in the order of the calls. */
  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const result = this.#turn.then(async () => {
      if (this.#closed) throw storeClosed();
      return work();
    });
    this.#turn = result.catch(() => undefined).finally(() => this.#waiting--);
    return result;
  }

  /** Gives work the connection; one that failed, or was left in a transaction, is not used again. */
  async #connected<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#session === undefined || this.#session.isBroken) {
      const options = { isWriter: true, pipeline: false, queryTimeoutMs };
      this.#session = new Session(await connect(this.#target, options), false);
    }
    const session = this.#session;
    try {
      return await work(session);
    } catch (error) {
      if (isConnectionFailure(error) || judge(error) === "again") this.#discard(session);
      else await session.client.query("rollback").catch(() => this.#discard(session));
      throw error;
    }
  }

  #discard(session: Session): void {
    session.discard();
    if (this.#session === session) this.#session = undefined;
  }

  async #beginWrite(session: Session, kind: WriteKind): Promise<HeadRow> {
    if (this.#isLost) throw leaseLost();
    const results = (await session.client.query(this.#begin[kind])) as unknown as readonly pg.QueryResult<HeadRow>[];
    const head = results.at(-1)?.rows[0];
    if (head === undefined) throw new StoreError("not_a_store", "the database no longer holds a ledger store");
    if (head.term !== this.#term) this.#lose();
    return head;
  }

  /** The last write of a transaction, which the writer of another term cannot make. */
  async #writeHead(session: Session, change: HeadChange): Promise<void> {
    const entries = Object.entries(change);
    const sets = entries.map(([name], i) => `, ${name} = $${i + 3}`).join("");
    const { rowCount } = await session.client.query(
      this.#text(
        `update @.head set step = step + 1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'${sets}
         where id = 0 and term = $1`,
      ),
      [
        this.#term,
        this.#leaseMs,
        ...entries.map(([, value]) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
      ],
    );
    if (rowCount !== 1) this.#lose();
  }

  async #renew(): Promise<void> {
    await this.#connected(async ({ client }) => {
      const { rowCount } = await client.query(
        this.#text(
          `update @.head set lease_until = clock_timestamp() + $2 * interval '1 millisecond' where id = 0 and term = $1`,
        ),
        [this.#term, this.#leaseMs],
      );
      if (rowCount === 0) this.#lose();
    });
  }

  #lose(): never {
    this.#isLost = true;
    clearInterval(this.#renewal);
    throw leaseLost();
  }

  async #tryLease({ client }: Session): Promise<{
    readonly term: number | undefined;
    readonly until: number;
    readonly leftMs: number;
    readonly holder: string;
  }> {
    const taken = await client.query<{ term: number }>(
      this.#text(
        `update @.head set term = term + 1, step = step + 1, holder = $1,
           lease_until = clock_timestamp() + $2 * interval '1 millisecond'
         where id = 0 and (lease_until < clock_timestamp() or holder = $1) returning term`,
      ),
      [this.#holder, this.#leaseMs],
    );
    const { rows } = await client.query<{ holder: string; until: string; left: string }>(
      this.#text(
        `select holder, extract(epoch from lease_until) as until,
           extract(epoch from lease_until - clock_timestamp()) as left from @.head where id = 0`,
      ),
    );
    const row = rows[0];
    return {
      term: taken.rows[0]?.term,
      until: Number(row?.until),
      leftMs: Number(row?.left) * 1_000,
      holder: row?.holder.replace(/ \(.*\)$/, "") ?? "",
    };
  }

  async #load<Table extends TableName>({ client }: Session, table: Table, rows: Iterable<Row<Table>>): Promise<void> {
    const columns = columnsOf(table);
    const target = this.#text(`@.${table} (${columns.map(({ name }) => name).join(", ")})`);
    if (!this.#target.copy) {
      const most = Math.floor(mostParameters / columns.length);
      for (const part of inParts(rows, most)) await insertRows(client, target, columns, part);
      return;
    }
    const parts = inParts(rows, rowsAtOnce);
    let part = parts.next();
    if (part.done === true) return;
    const stream = client.query(copyFrom(`copy ${target} from stdin (format binary)`));
    const loaded = new Promise<void>((resolve, reject) => {
      stream.once("finish", resolve);
      stream.once("error", reject);
    });
    loaded.catch(() => undefined);
    try {
      for (let isFirst = true; part.done !== true; isFirst = false) {
        const next = parts.next();
        stream.write(encodeRows(columns, part.value, { isFirst, isLast: next.done === true }));
        part = next;
        // The server loads what it has while the next rows are encoded.
        await nextTurn();
      }
      stream.end();
    } catch (error) {
      stream.destroy();
      throw error;
    }
    await loaded;
  }
}

/** Rows in lists of at most `size`. */
function* inParts<Item>(rows: Iterable<Item>, most: number): Generator<readonly Item[], undefined> {
  let part: Item[] = [];
  for (const row of rows) {
    if (part.push(row) < most) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
  return undefined;
}

async function insertRows<Table extends TableName>(
  client: pg.Client,
  target: string,
  columns: readonly LoadedColumn<Table>[],
  rows: readonly Row<Table>[],
): Promise<void> {
  let next = 1;
  const places = rows.map(() => `(${columns.map(({ type }) => `$${next++}::${type}`).join(", ")})`);
  await client.query(
    `insert into ${target} values ${places.join(", ")}`,
    valuesOf(columns, rows).map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
  );
}

function leaseLost(): StoreError {
  return new StoreError("lease_lost", "another node has taken over writing to the store; this one has stopped");
}
