import { calledFunctionName, type LedgerRecord, Transaction, TransactionInfo } from "@ledger/types";
import { table } from "./table.ts";

/** The gas units that the calls of an entry function have used. */
export interface GasRow {
  /** E.g. `0xcafe::shop::buy`; or the kind of another payload, such as `script`. */
  readonly function: string;
  readonly calls: number;
  readonly failed: number;
  readonly least: bigint;
  readonly most: bigint;
  readonly total: bigint;
}

/** Which functions a run of tests has called, and what gas they used. */
export class GasReport {
  readonly #rows = new Map<string, GasRow>();

  /** By their names. */
  get rows(): readonly GasRow[] {
    return [...this.#rows.values()].sort((a, b) => (a.function < b.function ? -1 : 1));
  }

  /** A table for people. */
  text(): string {
    const head = ["function", "calls", "failed", "least", "mean", "most"];
    const lines = this.rows.map(({ function: name, calls, failed, least, most, total }) =>
      [name, calls, failed, least, total / BigInt(calls), most].map(String),
    );
    return table([head, ...lines]);
  }

  /** Counts the transactions of users among some records. */
  add(records: readonly LedgerRecord[]): void {
    for (const { transaction: bytes, info: infoBytes } of records) {
      const transaction = Transaction.decode(bytes);
      if (transaction.kind !== "UserTransaction") continue;
      const { gasUsed, status } = TransactionInfo.decode(infoBytes).value;
      const name = calledFunctionName(transaction.value.rawTxn.payload);
      const failed = status.kind === "Success" ? 0 : 1;
      this.addRows([{ function: name, calls: 1, failed, least: gasUsed, most: gasUsed, total: gasUsed }]);
    }
  }

  /** Counts what another report has counted. */
  addRows(rows: readonly GasRow[]): void {
    for (const row of rows) {
      const known = this.#rows.get(row.function);
      this.#rows.set(row.function, known === undefined ? row : joined(known, row));
    }
  }
}

function joined(a: GasRow, b: GasRow): GasRow {
  return {
    function: a.function,
    calls: a.calls + b.calls,
    failed: a.failed + b.failed,
    // biome-ignore lint/complexity/useMathMinMax: Math takes no bigint
    least: a.least < b.least ? a.least : b.least,
    // biome-ignore lint/complexity/useMathMinMax: Math takes no bigint
    most: a.most > b.most ? a.most : b.most,
    total: a.total + b.total,
  };
}
