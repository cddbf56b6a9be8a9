import { randomUUID } from "node:crypto";
import { StoreError, storeClosed } from "../store-error.ts";
import type { TreeChange, TreeRange, TreeRow, TreeStore } from "../tree-port.ts";
import { connect } from "./connection/connect.ts";
import { ReadPool } from "./connection/read-pool.ts";
import type { Parameter, Session } from "./connection/session.ts";
import { type PostgresSettings, type PostgresTarget, parsePostgresUrl } from "./connection/settings.ts";
import { translateError } from "./connection/translate-error.ts";
import { tryLock } from "./connection/try-lock.ts";
import { expectOwnCode } from "./expect-own-code.ts";
import { poolOptions } from "./reading/reader.ts";
import { Reads } from "./reading/reads.ts";
import { expectReadable, inSchema } from "./schema.ts";
import { PostgresTreeWriter, type TreeQuery } from "./writing/tree-writer.ts";

/** A row of its own says who writes the tree: through a pooler a lock does not hold. */
const writerTable = `
create table if not exists @.tree_writer (id smallint primary key check (id = 0), writer text not null);
insert into @.tree_writer values (0, '') on conflict do nothing;
`;

/**
 * Opens the state tree next to the ledger on a PostgreSQL server for its one writer, over connections of its own: writes neither wait for
 * the ledger's writer nor keep it waiting.
 *
 * @throws StoreError `not_a_store` without a ledger, `store_locked` while another program writes it, `corrupt` for tables with triggers or
 * rules that are not ours, `unavailable`, `access_denied`, `read_only`
 */
export async function openPostgresTree(settings: PostgresSettings): Promise<TreeStore> {
  const target = parsePostgresUrl(settings);
  const pool = new ReadPool(target, poolOptions({ connections: 1 }, true));
  const writer = new TreeSession(target);
  try {
    const reads = new Reads(pool, target.schema);
    expectReadable((await reads.headRow()).schema_version);
    await writer.open();
    return new PostgresTree(pool, reads, writer);
  } catch (error) {
    await writer.close();
    pool.close();
    throw error;
  }
}

class PostgresTree implements TreeStore {
  readonly #pool: ReadPool;
  readonly #writer: TreeSession;
  readonly #rows: PostgresTreeWriter;

  constructor(pool: ReadPool, reads: Reads, writer: TreeSession) {
    this.#pool = pool;
    this.#writer = writer;
    this.#rows = new PostgresTreeWriter(reads, (work) => writer.transact(work));
  }

  read(version: bigint, keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    return this.#rows.read(version, keys);
  }

  list(version: bigint, ranges: readonly TreeRange[]): Promise<TreeRow[][]> {
    return this.#rows.list(version, ranges);
  }

  write(changes: readonly TreeChange[]): Promise<void> {
    return this.#rows.write(changes);
  }

  prune(version: bigint, maxRows: number): Promise<number> {
    return this.#rows.prune(version, maxRows);
  }

  remove(range: TreeRange, maxRows: number): Promise<number> {
    return this.#rows.remove(range, maxRows);
  }

  clear(): Promise<void> {
    return this.#rows.clear();
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#pool.close();
  }
}

/** The writing connection of a tree. Its failure ends it, because its lock ends with the connection. */
class TreeSession {
  readonly #target: PostgresTarget;
  /** Tells writers apart. */
  readonly #name = randomUUID();
  #session: Session | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(target: PostgresTarget) {
    this.#target = target;
  }

  async open(): Promise<void> {
    try {
      this.#session = await connect(this.#target, {
        isWriter: true,
        pipeline: false,
        silenceMs: this.#target.writeTimeoutMs,
      });
      // A pooler in transaction mode gives the lock's connection to others: there the writer's name alone keeps an earlier one out.
      if (this.#target.prepare && !(await tryLock(this.#session, `ledger state tree ${this.#target.schema}`)))
        throw locked();
      await expectOwnCode(this.#session, this.#target.schema);
      await this.#session.query(this.#text(writerTable));
      await this.#query("update @.tree_writer set writer = $1", [this.#name]);
    } catch (error) {
      throw translateError(error);
    }
  }

  /** Runs one write transaction, which a power cut of the server may undo, but never without those after it. */
  transact<T>(work: (query: TreeQuery) => Promise<T>): Promise<T> {
    const done = this.#turn.then(() => this.#transact(work));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#turn;
    await this.#session?.end();
  }

  async #transact<T>(work: (query: TreeQuery) => Promise<T>): Promise<T> {
    const session = this.#session;
    if (this.#isClosed || session === undefined) throw storeClosed();
    try {
      await session.query("begin; set local synchronous_commit = off;");
      const [row] = await this.#query<{ readonly writer: string }>("select writer from @.tree_writer for update", []);
      if (row?.writer !== this.#name) throw locked();
      const result = await work((text, values) => this.#query(text, values));
      await session.query("commit");
      return result;
    } catch (error) {
      session.discard();
      throw translateError(error);
    }
  }

  async #query<R extends object>(text: string, values: readonly Parameter[]): Promise<readonly R[]> {
    return (await this.#session!.query<R>(this.#text(text), values)).rows;
  }

  #text(sql: string): string {
    return inSchema(this.#target.schema, sql);
  }
}

function locked(): StoreError {
  return new StoreError("store_locked", "another program writes the state tree of this ledger");
}
