import type {
  ExecutionFinding,
  ExecutionNote,
  ExecutionStore,
  ExecutionSummary,
  ListedFinding,
} from "../execution-port.ts";
import { keptFinding, noExecutions } from "../execution-port.ts";
import {
  columnsOfFindings,
  type FindingRow,
  type ListedRow,
  listedColumns,
  type RangeRow,
  type TotalsRow,
  toFinding,
  toListed,
  toSummary,
} from "../execution-rows.ts";
import { StoreError } from "../store-error.ts";
import { connect } from "./connection/connect.ts";
import type { Parameter, Session } from "./connection/session.ts";
import { type PostgresSettings, type PostgresTarget, parsePostgresUrl } from "./connection/settings.ts";
import { translateError } from "./connection/translate-error.ts";
import { inSchema } from "./schema.ts";

/** Tables of their own, next to those of the ledger: they are made by the first node that executes. */
const tables = `
create table if not exists @.execution_totals (
  id smallint primary key check (id = 0), equal bigint not null, different bigint not null, state_unknown bigint not null,
  not_reproducible bigint not null, last_version bigint, last_root bytea
);
insert into @.execution_totals values (0, 0, 0, 0, 0, null, null) on conflict do nothing;
create table if not exists @.execution_ranges (first bigint primary key, last bigint not null, sample bigint not null);
create table if not exists @.execution_findings (version bigint primary key, outcome text not null, report text not null);
create index if not exists execution_findings_by_outcome on @.execution_findings (outcome, version);
`;

/**
 * Opens the results of executing a ledger again, next to its tables on a PostgreSQL server, and makes their tables where there are none.
 *
 * @throws StoreError `unavailable`, `access_denied`, `read_only`
 */
export async function openPostgresExecution(settings: PostgresSettings): Promise<ExecutionStore> {
  const results = new PostgresExecution(parsePostgresUrl(settings), true);
  await results.ask((session, text) => session.query(text(tables)));
  return results;
}

/** Opens the same results for reading, whether or not there are any yet. */
export function openPostgresExecutionReader(settings: PostgresSettings): ExecutionStore {
  return new PostgresExecution(parsePostgresUrl(settings), false);
}

/** Results on a server, over one connection that is made again when it has failed. */
class PostgresExecution implements ExecutionStore {
  readonly #target: PostgresTarget;
  readonly #isWriter: boolean;
  #session: Promise<Session> | undefined;
  #isClosed = false;

  constructor(target: PostgresTarget, isWriter: boolean) {
    this.#target = target;
    this.#isWriter = isWriter;
  }

  async summary(): Promise<ExecutionSummary> {
    const row = await this.#one<TotalsRow & { readonly ranges: string | null }>(
      `select t.*, (select json_agg(r order by r.first)::text from @.execution_ranges r) as ranges,
         ${columnsOfFindings("@.execution_findings")}
       from @.execution_totals t`,
      [],
    );
    return row === undefined ? noExecutions : toSummary(row, JSON.parse(row.ranges ?? "[]") as readonly RangeRow[]);
  }

  async find(version: bigint): Promise<ExecutionFinding | undefined> {
    const row = await this.#one<FindingRow>("select * from @.execution_findings where version = $1", [Number(version)]);
    return row && toFinding(row);
  }

  async list(outcome: ExecutionFinding["outcome"], from: bigint, limit: number): Promise<readonly ListedFinding[]> {
    const rows = await this.#rows<ListedRow>(
      `select ${listedColumns} from @.execution_findings where outcome = $1 and version >= $2 order by version limit $3`,
      [outcome, Number(from), limit],
    );
    return rows.map(toListed);
  }

  async note({ range, counts, findings, accumulatorRoot }: ExecutionNote): Promise<void> {
    const [from, to] = [Number(range.from), Number(range.to)];
    const { counts: held } = await this.summary();
    await this.ask(async (session, text) => {
      await session.query("begin");
      const extended = await session.query(
        text("update @.execution_ranges set last = $1 where last = $2 and sample = $3 returning first"),
        [to, from - 1, range.sample],
      );
      if (extended.rows.length === 0) {
        await session.query(
          text(
            "insert into @.execution_ranges values ($1, $2, $3) on conflict (first) do update set last = excluded.last, sample = excluded.sample",
          ),
          [from, to, range.sample],
        );
      }
      await session.query(
        text(
          `update @.execution_totals set equal = equal + $1, different = different + $2, state_unknown = state_unknown + $3,
             not_reproducible = not_reproducible + $4, last_version = $5, last_root = $6`,
        ),
        [counts.equal, counts.different, counts.stateUnknown, counts.notReproducible, to, accumulatorRoot],
      );
      for (const finding of findings) {
        const kept = keptFinding(finding, held);
        if (kept === undefined) continue;
        await session.query(
          text("insert into @.execution_findings values ($1, $2, $3) on conflict (version) do nothing"),
          [Number(kept.version), kept.outcome, kept.report],
        );
      }
      await session.query("commit");
    });
  }

  async clear(): Promise<void> {
    await this.ask((session, text) =>
      session.query(
        text(
          `begin; delete from @.execution_findings; delete from @.execution_ranges;
           update @.execution_totals set equal = 0, different = 0, state_unknown = 0, not_reproducible = 0, last_version = null, last_root = null;
           commit;`,
        ),
      ),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const session = this.#session;
    this.#session = undefined;
    await (await session?.catch(() => undefined))?.end();
  }

  /** Asks the server. A connection on which something failed is not used again. @throws StoreError */
  async ask<T>(work: (session: Session, text: (sql: string) => string) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreError("closed", "the results of execution are closed");
    const { schema, writeTimeoutMs } = this.#target;
    this.#session ??= connect(this.#target, { isWriter: this.#isWriter, pipeline: false, silenceMs: writeTimeoutMs });
    const opening = this.#session;
    try {
      return await work(await opening, (sql) => inSchema(schema, sql));
    } catch (error) {
      if (this.#session === opening) this.#session = undefined;
      opening.then(
        (session) => session.discard(),
        () => undefined,
      );
      throw translateError(error);
    }
  }

  async #one<Row extends object>(sql: string, values: readonly Parameter[]): Promise<Row | undefined> {
    return (await this.#rows<Row>(sql, values))[0];
  }

  /** Rows of a read; none where no node has executed anything yet. */
  async #rows<Row extends object>(sql: string, values: readonly Parameter[]): Promise<readonly Row[]> {
    try {
      return (await this.ask((session, text) => session.query<Row>(text(sql), values))).rows;
    } catch (error) {
      if (error instanceof StoreError && error.code === "not_a_store") return [];
      throw error;
    }
  }
}
