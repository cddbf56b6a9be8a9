import { bytesToHex, sha3_256 } from "@ledger/types";
import { Coverage, type FunctionCoverage, LineGas, readSourceMap, type SourceFile, type Tracer } from "@ledger/vm";
import { GasReport } from "./gas-report.ts";
import { packReport, type ReportedModule, unpackReport } from "./report-file.ts";
import { type Deployment, nameOfModule } from "./requests.ts";
import { table } from "./table.ts";

/**
 * What the code of one or many networks has done: pass one report to all networks of a test run, and write it when the run is over.
 * Code that is reported on runs interpreted.
 */
export class CodeReport {
  /** Which instructions have run. */
  readonly coverage: Coverage = new Coverage();
  /** The gas that was used. */
  readonly gas: GasReport = new GasReport();
  /** The lines and functions that gas was charged for while code ran, views too. */
  readonly lineGas: LineGas = new LineGas();
  /** The modules of packages, by the hash of their bytecode. */
  readonly #modules = new Map<string, Pick<ReportedModule, "bytecode" | "sourceMap" | "testCode">>();
  readonly #sources = new Map<string, SourceFile>();

  /** A tracer for one session, that sees what runs. */
  follow(): Tracer {
    const covered = this.coverage.tracer;
    const charged = this.lineGas.follow();
    return {
      enter: (fn, gasLeft) => {
        covered.enter(fn, gasLeft);
        charged.enter(fn, gasLeft);
      },
      leave: (fn, gasLeft) => charged.leave(fn, gasLeft),
      segment: (...stretch) => {
        covered.segment(...stretch);
        charged.segment(...stretch);
      },
      fail: (...failure) => charged.fail?.(...failure),
    };
  }

  /**
   * Names the modules of a package, so that those count that nothing calls.
   *
   * @param testCode - names of functions that do not count for the coverage, by the name of their module
   */
  addPackage(
    { modules, maps }: Pick<Deployment, "modules" | "maps">,
    testCode?: ReadonlyMap<string, ReadonlySet<string>>,
  ): void {
    this.#addSources(maps?.sources ?? []);
    for (const bytecode of modules) {
      const name = nameOfModule(bytecode);
      this.#addModule(bytecode, maps?.sourceMaps.get(name), [...(testCode?.get(name) ?? [])]);
    }
  }

  /** The report as bytes: all that was counted of packages, and all gas. Code without a package is left out. */
  save(): Uint8Array {
    return packReport({
      modules: [...this.#modules.values()].map((module) => ({
        ...module,
        counts: this.coverage.countsOf(module.bytecode),
        gas: this.lineGas.gasOf(module.bytecode),
      })),
      sources: [...this.#sources.values()],
      gas: this.gas.rows,
    });
  }

  /**
   * Adds what another report, of another process too, has counted.
   *
   * @param saved - what its {@link save} gave
   * @throws BcsError, MoveError, RangeError for bytes that are no report
   */
  add(saved: Uint8Array): void {
    const { modules, sources, gas } = unpackReport(saved);
    this.#addSources(sources);
    for (const { bytecode, sourceMap, counts, gas: charged, testCode } of modules) {
      this.#addModule(bytecode, sourceMap, testCode);
      this.coverage.addCounts(bytecode, counts);
      this.lineGas.addGas(bytecode, charged);
    }
    this.gas.addRows(gas);
  }

  /** The coverage of the packages that were deployed, for people: modules and their functions, without test code, and all together. */
  coverageText(): string {
    const modules = this.coverage.modules.filter(({ hash }) => this.#modules.has(hash));
    const rows = modules.flatMap(({ module, share, functions }) => [
      [module, "", percent(share)],
      ...functions.map((fn) => [`  ${fn.name}`, String(fn.calls), percent(shareOf([fn]))]),
    ]);
    const total = ["all modules", "", percent(shareOf(modules.flatMap(({ functions }) => functions)))];
    return table([["module", "calls", "covered"], ...rows, total]);
  }

  /**
   * The sources of the packages, for people: before each line the internal gas of what it does itself, and that of the functions which
   * it calls. Files without a line that was paid for are left out.
   */
  gasByLineText(): string {
    const files = Map.groupBy(this.lineGas.lines, ({ file }) => file);
    return [...this.#sources.values()]
      .filter(({ path }) => files.has(path))
      .map(({ path, text }) => {
        const costs = new Map(files.get(path)!.map((line) => [line.line, line]));
        const rows = text.split("\n").map((code, i) => {
          const { gas = 0, callGas = 0 } = costs.get(i + 1) ?? {};
          return [gas === 0 ? "" : `${gas}`, callGas === 0 ? "" : `${callGas}`, code];
        });
        return table([["gas", "calls", path], ...rows], 2);
      })
      .join("\n\n");
  }

  #addSources(sources: readonly SourceFile[]): void {
    for (const source of sources) this.#sources.set(`${source.path}\n${source.text}`, source);
  }

  /** Every test may deploy the same package again. */
  #addModule(bytecode: Uint8Array, sourceMap: Uint8Array | undefined, testCode: readonly string[]): void {
    const hash = bytesToHex(sha3_256(bytecode));
    const known = this.#modules.get(hash);
    if (known !== undefined && (known.sourceMap !== undefined || sourceMap === undefined)) return;
    const source = sourceMap && readSourceMap(sourceMap, [...this.#sources.values()]);
    this.coverage.addModule(bytecode, source, new Set(testCode));
    this.lineGas.addModule(bytecode, source);
    this.#modules.set(hash, { bytecode, sourceMap, testCode });
  }
}

/** Share of the instructions that have run. */
function shareOf(functions: readonly FunctionCoverage[]): number {
  const sum = (member: "covered" | "instructions") => functions.reduce((all, one) => all + one[member], 0);
  return sum("covered") / Math.max(1, sum("instructions"));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
