import type { Database } from "better-sqlite3";
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
import { compareWithSchema, isEmpty } from "./compare-with-schema.ts";
import { openWriteConnection, tryReadConnection } from "./connection.ts";
import { translated, whileOpening } from "./translate-error.ts";

/** Marks a file of results: "LDEX". */
const applicationId = 0x4c444558;

const schema = `
create table totals (
  id integer primary key check (id = 0), equal integer not null, different integer not null, state_unknown integer not null,
  not_reproducible integer not null, last_version integer, last_root blob
);
insert into totals values (0, 0, 0, 0, 0, null, null);
create table ranges (first integer primary key, last integer not null, sample integer not null);
create table findings (version integer primary key, outcome text not null, report text not null);
create index findings_by_outcome on findings (outcome, version);
`;

/**
 * Opens the file with the results of executing a ledger again, and makes it where there is none.
 *
 * @throws StoreError `not_a_store` for a file that is something else, `corrupt` for one with another schema, `store_locked`,
 * `read_only`, `io_error`
 */
export function openSqliteExecution(path: string): ExecutionStore {
  return whileOpening(path, () => {
    const database = openWriteConnection(path, {});
    try {
      database.pragma("journal_mode = wal");
      // What a crash of the machine loses is executed again.
      database.pragma("synchronous = normal");
      if (isEmpty(database)) {
        database.transaction(() => {
          database.exec(schema);
          database.pragma(`application_id = ${applicationId}`);
        })();
      }
      return new SqliteExecution(checked(database));
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * Opens the same file for reading.
 *
 * @returns `undefined` where there is none yet
 * @throws StoreError as {@link openSqliteExecution} does
 */
export function openSqliteExecutionReader(path: string): ExecutionStore | undefined {
  return tryReadConnection(path, (database) =>
    isEmpty(database) ? undefined : new SqliteExecution(checked(database)),
  );
}

function checked(database: Database): Database {
  if (database.pragma("application_id", { simple: true }) !== applicationId) {
    throw new StoreError("not_a_store", "the file with the results of execution is another program's database");
  }
  // A file may come from anywhere, and a trigger is code that the writer would run.
  const why = differenceOf(database);
  if (why !== undefined) {
    throw new StoreError(
      "corrupt",
      `the file with the results of execution has another schema: ${why}; delete it, and the node makes another one`,
    );
  }
  return database;
}

const differenceOf = compareWithSchema(schema, "file of results");

class SqliteExecution implements ExecutionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  summary(): ExecutionSummary {
    return translated(() =>
      this.#database.transaction(() => {
        const totals = this.#database
          .prepare<[], TotalsRow>(`select *, ${columnsOfFindings("findings")} from totals`)
          .get();
        if (totals === undefined) return noExecutions;
        return toSummary(totals, this.#database.prepare<[], RangeRow>("select * from ranges order by first").all());
      })(),
    );
  }

  find(version: bigint): ExecutionFinding | undefined {
    return translated(() => {
      const row = this.#database.prepare<[bigint], FindingRow>("select * from findings where version = ?").get(version);
      return row && toFinding(row);
    });
  }

  list(outcome: ExecutionFinding["outcome"], from: bigint, limit: number): readonly ListedFinding[] {
    return translated(() =>
      this.#database
        .prepare<[string, bigint, number], ListedRow>(
          `select ${listedColumns} from findings where outcome = ? and version >= ? order by version limit ?`,
        )
        .all(outcome, from, limit)
        .map(toListed),
    );
  }

  note({ range, counts, findings, accumulatorRoot }: ExecutionNote): void {
    translated(() =>
      this.#database.transaction(() => {
        const held = this.summary().counts;
        const extended = this.#database
          .prepare("update ranges set last = ? where last = ? and sample = ?")
          .run(range.to, range.from - 1n, range.sample);
        if (extended.changes === 0) {
          this.#database
            .prepare("insert or replace into ranges values (?, ?, ?)")
            .run(range.from, range.to, range.sample);
        }
        this.#database
          .prepare(
            `update totals set equal = equal + ?, different = different + ?, state_unknown = state_unknown + ?,
             not_reproducible = not_reproducible + ?, last_version = ?, last_root = ?`,
          )
          .run(counts.equal, counts.different, counts.stateUnknown, counts.notReproducible, range.to, accumulatorRoot);
        const insert = this.#database.prepare("insert or replace into findings values (?, ?, ?)");
        for (const finding of findings) {
          const kept = keptFinding(finding, held);
          if (kept !== undefined) insert.run(kept.version, kept.outcome, kept.report);
        }
      })(),
    );
  }

  clear(): void {
    translated(() =>
      this.#database.exec(
        `begin; delete from findings; delete from ranges;
         update totals set equal = 0, different = 0, state_unknown = 0, not_reproducible = 0, last_version = null, last_root = null;
         commit;`,
      ),
    );
  }

  close(): void {
    this.#database.close();
  }
}
