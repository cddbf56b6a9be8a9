import { decodeModule } from "@ledger/move";
import { formatEntryFunctionId, type LedgerRecord, Transaction, TransactionInfo } from "@ledger/types";
import { Coverage, readSourceMap } from "@ledger/vm";
import type { Deployment } from "./requests.ts";

/** What the calls of an entry function have used, in gas units. */
export interface GasRow {
  /** E.g. `0xcafe::shop::buy`; `script` for scripts. */
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
      const name = calledFunction(transaction.value.rawTxn.payload);
      const { calls = 0, failed = 0, least = gasUsed, most = gasUsed, total = 0n } = this.#rows.get(name) ?? {};
      this.#rows.set(name, {
        function: name,
        calls: calls + 1,
        failed: failed + (status.kind === "Success" ? 0 : 1),
        // biome-ignore lint/complexity/useMathMinMax: Math takes no bigint
        least: gasUsed < least ? gasUsed : least,
        // biome-ignore lint/complexity/useMathMinMax: Math takes no bigint
        most: gasUsed > most ? gasUsed : most,
        total: total + gasUsed,
      });
    }
  }
}

/**
 * What the code of one or many networks has done: pass one report to all networks of a test run, and write it when the run is over.
 * Code that is reported on runs interpreted.
 */
export class CodeReport {
  /** Which instructions have run. */
  readonly coverage: Coverage = new Coverage();
  /** What gas was used. */
  readonly gas: GasReport = new GasReport();
  readonly #deployed = new Set<string>();

  /** Names the modules of a package, so that those count that nothing calls. */
  addPackage({ modules, maps }: Pick<Deployment, "modules" | "maps">): void {
    for (const bytecode of modules) {
      const { moduleHandles, self, identifiers } = decodeModule(bytecode);
      const name = identifiers[moduleHandles[self]!.name]!;
      const map = maps?.sourceMaps.get(name);
      this.coverage.addModule(bytecode, map && readSourceMap(map, maps?.sources ?? []));
      for (const { module } of this.coverage.modules) if (module.endsWith(`::${name}`)) this.#deployed.add(module);
    }
  }

  /** The coverage of the packages that were deployed, for people: modules and their functions. */
  coverageText(): string {
    const rows = this.coverage.modules
      .filter(({ module }) => this.#deployed.has(module))
      .flatMap(({ module, share, functions }) => [
        [module, "", percent(share)],
        ...functions.map(({ name, calls, covered, instructions }) => [
          `  ${name}`,
          String(calls),
          percent(covered / Math.max(1, instructions)),
        ]),
      ]);
    return table([["module", "calls", "covered"], ...rows]);
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

type Payload = Extract<Transaction, { kind: "UserTransaction" }>["value"]["rawTxn"]["payload"];

function calledFunction(payload: Payload): string {
  if (payload.kind === "EntryFunction") {
    const { module, function: name } = payload.value;
    return formatEntryFunctionId({ address: module.address, module: module.name, name });
  }
  if (payload.kind === "Payload" && payload.value.kind === "V1") {
    const { executable } = payload.value.value;
    if (executable.kind === "EntryFunction") return calledFunction(executable);
    return executable.kind === "Script" ? "script" : executable.kind;
  }
  return payload.kind === "Script" ? "script" : payload.kind;
}

/** Columns: the first to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "))
    .join("\n");
}
