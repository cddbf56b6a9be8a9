import { StoreError, storeEmpty, versionNotFound, versionPruned } from "../../store-error.ts";
import type { ReadPool } from "../connection/read-pool.ts";
import type { Parameter, Statement } from "../connection/session.ts";
import { type HeadRow, newestHead, selectHead } from "../rows/head-row.ts";
import { inSchema } from "../schema.ts";

/** The columns of the newest head that every read takes along, so that bounds and data are of one snapshot. */
export interface Bounds {
  /** Latest version; `null` before the first commit. */
  readonly head: number | null;
  readonly oldest: number;
  readonly oldest_ledger: number;
  readonly is_partial: boolean | null;
}

/** The bounds, as columns of `h`. */
const bounds =
  "h.version as head, h.oldest_version as oldest, h.oldest_ledger_version as oldest_ledger, h.base_is_partial as is_partial";

/** The newest head, once for a statement. Data that depends on it asks for {@link oldestLedger}, not for a column of a join. */
const withHead = `with h as ${newestHead}`;

/** The ledger watermark, as an expression of a {@link Reads.bound} statement. */
export const oldestLedger = "(select oldest_ledger_version from h)";

/** The latest version, as an expression of a {@link Reads.bound} statement. */
export const latestVersion = "(select version from h)";

/** Runs reads. Each is one statement, and therefore of one snapshot. */
export class Reads {
  readonly #pool: ReadPool;
  readonly #schema: string;
  readonly #head: Statement;
  readonly #bounds: Statement;
  /** True if a part of the state lies on other servers. */
  #isSharded = false;

  constructor(pool: ReadPool, schema: string) {
    this.#pool = pool;
    this.#schema = schema;
    this.#head = this.statement("head", selectHead);
    this.#bounds = this.statement(
      "bounds_after",
      `select h.oldest_version as oldest, pg_is_in_recovery() as is_replica from ${newestHead} h`,
    );
  }

  /** A statement over the tables, which are named `@.table` in its text. */
  statement(name: string, text: string): Statement {
    return { name, text: inSchema(this.#schema, text) };
  }

  /**
   * A statement that reads the bounds and, from what follows them, the data.
   *
   * @param columns - of the data
   * @param from - joins of the data to `h`, the newest head. They are plain ones: distributed engines cannot plan an outer join that
   * is lateral
   */
  bound(name: string, columns: string, from: string, order = ""): Statement {
    return this.statement(name, `${withHead} select ${bounds}, ${columns} from h ${from} ${order}`);
  }

  run<Row extends object>(statement: Statement, values: readonly Parameter[]): Promise<readonly Row[]> {
    return this.#pool.run<Row>(statement, values);
  }

  /**
   * Runs a bound statement that reads the state. What lies on other servers is of a later moment than the bounds, so these are looked at
   * once more afterwards: a watermark is moved before anything below it is deleted.
   *
   * @throws StoreError `read_only` for state on several servers that is read through a replica, whose watermark is an earlier one
   */
  async runOfState<Row extends Bounds>(statement: Statement, values: readonly Parameter[]): Promise<readonly Row[]> {
    const rows = await this.run<Row>(statement, values);
    return this.#isSharded ? this.renewBounds(rows) : rows;
  }

  /** True if a part of the state lies on other servers, as far as it is known: of the newest head that was read. */
  get isSharded(): boolean {
    return this.#isSharded;
  }

  /** Rows that were read over several servers, with a watermark that is no older than anything in them. @throws StoreError `read_only` */
  async renewBounds<Row extends Bounds>(rows: readonly Row[]): Promise<readonly Row[]> {
    const [after] = await this.run<{ oldest: number; is_replica: boolean }>(this.#bounds, []);
    if (after?.is_replica !== false) {
      throw new StoreError(
        "read_only",
        "a state that lies on several servers is not read through a replica of the first",
      );
    }
    return rows.map((row) => ({ ...row, oldest: Math.max(row.oldest, after.oldest) }));
  }

  /** The newest head. @throws StoreError `not_a_store` where there is none */
  async headRow(): Promise<HeadRow> {
    const [row] = await this.#pool.run<HeadRow>(this.#head, []);
    if (row === undefined) throw new StoreError("not_a_store", "the table head of the store has no row");
    this.#isSharded = row.shards > 0;
    return row;
  }
}

/** The version as a parameter: what no head can reach is one number. */
export function toParameter(version: bigint): number {
  return version > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(version);
}

/** @throws StoreError `store_empty` */
export function expectFilled(row: Bounds): asserts row is Bounds & { readonly head: number } {
  if (row.head === null) throw storeEmpty();
}

/** @throws StoreError `store_empty`, `version_pruned` below the state watermark, `version_not_found` above the head */
export function checkState(row: Bounds, version: bigint): void {
  check(row, row.oldest, version);
}

/** @throws StoreError `store_empty`, `version_pruned` below the ledger watermark, `version_not_found` above the head */
export function checkRecords(row: Bounds, version: bigint): void {
  check(row, row.oldest_ledger, version);
}

function check(row: Bounds, oldest: number, version: bigint): void {
  expectFilled(row);
  if (version < oldest) throw versionPruned(version, BigInt(oldest));
  if (version > row.head) throw versionNotFound(version, BigInt(row.head));
}
