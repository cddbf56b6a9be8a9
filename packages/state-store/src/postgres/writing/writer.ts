import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { StoreError, storeClosed } from "../../store-error.ts";
import { connect } from "../connection/connect.ts";
import { type RetryPolicy, withRetry } from "../connection/retry.ts";
import { type Parameter, type Session, SilentServer } from "../connection/session.ts";
import type { PostgresTarget } from "../connection/settings.ts";
import { isConnectionFailure, judge, translateError } from "../connection/translate-error.ts";
import { appendHead } from "../rows/append-head.ts";
import { type HeadChange, type HeadRow, headColumns, newestHead, selectHead } from "../rows/head-row.ts";
import { inSchema } from "../schema.ts";
import { beginOnShards } from "../shards/fences.ts";
import { loadRows } from "./load-rows.ts";
import type { Query, Transaction, WriteKind } from "./transaction.ts";
import { TroubleWatch } from "./trouble.ts";

/** Options of the writing connection. */
export interface WriterOptions {
  /** Time for which no other writer may write after this one was last heard of, milliseconds. 15,000 when absent. */
  readonly leaseMs?: number | undefined;
  /** Time for which a write that fails is tried again, milliseconds. 30,000 when absent. */
  readonly writeRetryMs?: number | undefined;
  /** Called with the reason when the server has taken no write for some seconds, and with `undefined` when that is over. */
  readonly onTrouble?: ((reason: string | undefined) => void) | undefined;
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

const defaultLeaseMs = 15_000;
const defaultWriteRetryMs = 30_000;
/** Longest pause between two looks at the lease of another writer, milliseconds. */
const lookMs = 1_000;
/** Time without a successful write or renewal after which that is trouble, milliseconds. */
const troubleMs = 4_000;
/** Longest time that a server may be silent: each silence doubles it, because a long statement is silent, too. */
const longestSilenceMs = 60_000;

/** A write whose commit was sent and not answered. */
interface Unknown {
  readonly step: number;
  readonly result: unknown;
}

/** The newest row of `head`, as the writer last knew it. */
interface Known {
  readonly step: number;
  readonly term: number;
}

/**
 * The one writing connection of a store. Every transaction locks the row of `store` and continues only in the writer's own term, so
 * that a replaced writer cannot write; it counts a step, so that a commit whose answer was lost is recognized afterwards.
 */
export class Writer {
  readonly #target: PostgresTarget;
  readonly #retry: RetryPolicy;
  readonly #leaseMs: number;
  readonly #onLeaseWait: WriterOptions["onLeaseWait"];
  readonly #holder = `${hostname()}, process ${process.pid} (${randomUUID()})`;
  readonly #begin: Readonly<Record<WriteKind, string>>;
  readonly #trouble: TroubleWatch;
  #silenceMs: number;
  #session: Session | undefined;
  #known: Known = { step: -1, term: -1 };
  #losses = 0;
  #isLost = false;
  /** The step of the last write, where all servers are known to have kept it and no later one: not at first, nor after a failure. */
  #ended: number | undefined;
  /** True if a part of the state lies on other servers, as far as it is known. */
  #isSharded = false;
  #closed = false;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #renewal: NodeJS.Timeout | undefined;

  /** @param retries - counts what is tried again, see {@link RetryPolicy} */
  constructor(
    target: PostgresTarget,
    { leaseMs, writeRetryMs, onLeaseWait, onTrouble }: WriterOptions,
    retries: Map<string, number>,
  ) {
    this.#target = target;
    this.#onLeaseWait = onLeaseWait;
    this.#leaseMs = leaseMs ?? defaultLeaseMs;
    this.#retry = { boundMs: writeRetryMs ?? defaultWriteRetryMs, retries };
    this.#trouble = new TroubleWatch(troubleMs, onTrouble ?? (() => undefined));
    this.#silenceMs = target.writeTimeoutMs;
    // A lock is waited for no longer than for an answer. What a writer that hangs holds is free after three times that.
    const limits = `set local lock_timeout = ${target.writeTimeoutMs - 500};
      set local idle_in_transaction_session_timeout = ${3 * target.writeTimeoutMs};`;
    const begin = (synchronous: string) =>
      this.#text(`begin; ${limits} ${synchronous} select id from @.store for update; ${selectHead}`);
    this.#begin = { durable: begin(""), repeatable: begin("set local synchronous_commit = off;") };
  }

  /** Runs work on the connection without a lease. */
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return withRetry(this.#retry, () => this.#connected(work));
  }

  /**
   * Becomes the writer. Where another one is not heard of any more, its lease is waited for.
   *
   * @throws StoreError `store_locked` while another one writes
   */
  async takeLease(): Promise<void> {
    let known: number | undefined;
    for (;;) {
      const seen = await this.withSession((session) => this.#tryLease(session));
      if (seen.taken !== undefined) {
        this.#known = seen.taken;
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
          const query: Query = (text, values) => session.run({ name: "", text: this.#text(text) }, values);
          const head = await this.#beginWrite(session, kind);
          if (unknown !== undefined && head.step === unknown.step) {
            await session.query("rollback");
            return unknown.result as T;
          }
          unknown = undefined;
          if (head.shards > 0) await beginOnShards(query, head, this.#ended);
          this.#ended = undefined;
          let change: HeadChange = {};
          const result = await work({
            head,
            losses: this.#losses,
            query,
            load: (table, rows) => {
              const copy = this.#target.copy && !(head.shards > 0 && table === "state_values");
              return loadRows(session, { table, target: this.#text(`@.${table}`), copy }, rows);
            },
            change: (next) => {
              change = { ...change, ...next };
            },
          });
          const known = await this.#writeHead(session, change);
          unknown = { step: known.step, result };
          try {
            await session.query("commit");
          } catch (error) {
            if (!isConnectionFailure(error)) unknown = undefined;
            throw error;
          }
          this.#known = known;
          this.#ended = known.step;
          return result;
        }),
      );
    });
  }

  /** Gives the lease back, so that the next writer need not wait for its end. */
  async close(): Promise<void> {
    if (this.#closed) return;
    clearInterval(this.#renewal);
    await this.#turn.catch(() => undefined);
    this.#closed = true;
    this.#trouble.close();
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    if (!session.isBroken && this.#known.term >= 0) {
      const release = this.#text(appendHead("term = $1", { lease_until: "'-infinity'" }));
      await session.query(release, [this.#known.term]).catch(() => undefined);
    }
    await session.end();
  }

  #text(text: string): string {
    return inSchema(this.#target.schema, text);
  }

  /** One write at a time, in the order of the calls. */
  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const result = this.#turn.then(async () => {
      if (this.#closed) throw storeClosed();
      this.#trouble.begin();
      return work();
    });
    this.#turn = result
      .then(
        () => this.#trouble.end(),
        (error: unknown) => {
          // What the server refuses it has heard.
          if (!(error instanceof StoreError) || error.code !== "unavailable") this.#trouble.end();
        },
      )
      .finally(() => this.#waiting--);
    return result;
  }

  /** Gives work the connection; one that failed, or was left in a transaction, is not used again. */
  async #connected<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      if (this.#session === undefined || this.#session.isBroken) {
        const silenceMs = this.#silenceMs;
        this.#session = await connect(this.#target, { isWriter: true, pipeline: false, silenceMs });
      }
      const result = await this.#used(this.#session, work);
      this.#silenceMs = this.#target.writeTimeoutMs;
      return result;
    } catch (error) {
      if (error instanceof SilentServer) this.#silenceMs = Math.min(2 * this.#silenceMs, longestSilenceMs);
      if (judge(error) === "again") this.#trouble.note((translateError(error) as Error).message);
      throw error;
    }
  }

  async #used<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await work(session);
    } catch (error) {
      if (isConnectionFailure(error) || judge(error) === "again") this.#discard(session);
      else await session.query("rollback").catch(() => this.#discard(session));
      throw error;
    }
  }

  #discard(session: Session): void {
    session.discard();
    if (this.#session === session) this.#session = undefined;
  }

  async #beginWrite(session: Session, kind: WriteKind): Promise<HeadRow> {
    if (this.#isLost) throw leaseLost();
    // What went from another server does not come back with a power cut: the watermark above it must not go back either.
    const { rows } = await session.query<HeadRow>(this.#begin[this.#isSharded ? "durable" : kind]);
    const [head] = rows;
    if (head === undefined) throw new StoreError("not_a_store", "the database no longer holds a ledger store");
    this.#isSharded = head.shards > 0;
    if (head.term !== this.#known.term) this.#lose();
    if (head.step < this.#known.step) {
      this.#noteLoss();
      this.#known = head;
    }
    return head;
  }

  /** The last write of a transaction, which the writer of another term cannot make. */
  async #writeHead(session: Session, change: HeadChange): Promise<Known> {
    const entries = Object.entries(change) as [keyof typeof headColumns, Parameter][];
    const expressions = Object.fromEntries(
      entries.map(([name], i) => [name, `$${i + 3}::${headColumns[name]}`] as const),
    );
    return this.#append(
      session,
      expressions,
      entries.map(([, value]) => value),
    );
  }

  async #renew(): Promise<void> {
    this.#known = await this.#connected((session) => this.#append(session, {}, []));
  }

  /** Adds a row after the newest one, if that is of the own term. @param values - of the expressions, from `$3` on */
  async #append(
    session: Session,
    expressions: Readonly<Record<string, string>>,
    values: readonly Parameter[],
  ): Promise<Known> {
    const statement = this.#text(appendHead("term = $1", { ...expressions, lease_until: until }));
    const { rows } = await session.query<Known>(statement, [this.#known.term, this.#leaseMs, ...values]);
    const added = rows[0] ?? this.#lose();
    if (added.step <= this.#known.step) this.#noteLoss();
    return added;
  }

  /** A replica that lacked the newest writes has become the primary. */
  #noteLoss(): void {
    this.#losses++;
    this.#ended = undefined;
  }

  #lose(): never {
    this.#isLost = true;
    clearInterval(this.#renewal);
    throw leaseLost();
  }

  async #tryLease(session: Session): Promise<{
    readonly taken: Known | undefined;
    readonly until: number;
    readonly leftMs: number;
    readonly holder: string;
  }> {
    const expressions = { term: "term + 1", holder: "$1", lease_until: until };
    const take = appendHead("lease_until < clock_timestamp() or holder = $1", expressions);
    const taken = await session.query<Known>(this.#text(take), [this.#holder, this.#leaseMs]);
    const { rows } = await session.query<{ holder: string; until: string; left: string }>(
      this.#text(
        `select holder, extract(epoch from lease_until) as until,
           extract(epoch from lease_until - clock_timestamp()) as left from ${newestHead} h`,
      ),
    );
    const row = rows[0];
    return {
      taken: taken.rows[0],
      until: Number(row?.until),
      leftMs: Number(row?.left) * 1_000,
      holder: row?.holder.replace(/ \(.*\)$/, "") ?? "",
    };
  }
}

/** The end of a lease that begins now, `$2` being its milliseconds. */
const until = "clock_timestamp() + $2 * interval '1 millisecond'";

function leaseLost(): StoreError {
  return new StoreError("lease_lost", "another node has taken over writing to the store; this one has stopped");
}
