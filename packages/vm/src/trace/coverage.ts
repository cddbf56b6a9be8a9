import type { Tracer } from "../run/tracer.ts";
import { type MappedCounts, writeLcov } from "./lcov.ts";
import { functionNames, ModulesByCode } from "./modules-by-code.ts";
import type { SourceMap } from "./source-map.ts";

/** The instructions of a function that have run. */
export interface FunctionCoverage {
  readonly name: string;
  /** How often it was entered. */
  readonly calls: number;
  readonly instructions: number;
  /** How many of the instructions have run. */
  readonly covered: number;
}

/** The functions of a module that have run. */
export interface ModuleCoverage {
  /** SHA3-256 of the bytecode, as hex. */
  readonly hash: string;
  /** `0x1::coin` */
  readonly module: string;
  readonly functions: readonly FunctionCoverage[];
  /** Share of the instructions that have run, 0 to 1; 0 for a module that nothing called. */
  readonly share: number;
}

/** How often the functions and the instructions of a module have run, in its own order: plain data, for other processes. */
export interface ModuleCounts {
  /** By function: how often it was entered. */
  readonly calls: readonly number[];
  /** By function: how often each of its instructions has run. */
  readonly hits: readonly (readonly number[])[];
}

interface Counted extends Omit<MappedCounts, "source"> {
  readonly calls: number[];
  source: SourceMap | undefined;
  leftOut: ReadonlySet<string>;
}

/**
 * Counts which instructions run, over any number of sessions, by the hash of the bytecode. Pass {@link tracer} to
 * `MoveVm.createSession`. A stretch without branches counts as a whole, also when an instruction in it fails.
 */
export class Coverage {
  readonly tracer: Tracer;
  readonly #modules = new ModulesByCode<Counted>((compiled, module) => ({
    source: undefined,
    leftOut: new Set<string>(),
    module,
    names: functionNames(compiled),
    calls: compiled.functionDefinitions.map(() => 0),
    hits: compiled.functionDefinitions.map(({ code }) => new Uint32Array(code?.instructionCount ?? 0)),
  }));

  constructor() {
    this.tracer = {
      enter: ({ module, index }) => {
        if (module !== undefined) this.#modules.of(module.code.bytecode).calls[index]!++;
      },
      leave: () => undefined,
      segment: ({ module, index }, start, end) => {
        if (module === undefined) return;
        const hits = this.#modules.of(module.code.bytecode).hits[index]!;
        for (let i = start; i < end; i++) hits[i]!++;
      },
    };
  }

  /**
   * Makes a module count, with 0 when nothing calls it.
   *
   * @param bytecode - as it is published: the hash decides
   * @param source - where its code comes from, for {@link lcov}
   * @param leftOut - names of functions that do not count, such as tests; a module of which none is left is no part of the coverage
   * @throws MoveError for bytes that are no module
   */
  addModule(bytecode: Uint8Array, source?: SourceMap, leftOut?: ReadonlySet<string>): void {
    const counted = this.#modules.of(bytecode);
    counted.source = source ?? counted.source;
    counted.leftOut = leftOut ?? counted.leftOut;
  }

  /**
   * The counts of a module, for {@link addCounts} of another process.
   *
   * @throws MoveError for bytes that are no module
   */
  countsOf(bytecode: Uint8Array): ModuleCounts {
    const { calls, hits } = this.#modules.of(bytecode);
    return { calls: [...calls], hits: hits.map((each) => [...each]) };
  }

  /**
   * Adds what has run elsewhere.
   *
   * @param counts - of the same bytecode
   * @throws RangeError for counts of another module; MoveError for bytes that are no module
   */
  addCounts(bytecode: Uint8Array, { calls, hits }: ModuleCounts): void {
    const counted = this.#modules.of(bytecode);
    const isOfModule =
      calls.length === counted.calls.length &&
      hits.length === counted.hits.length &&
      hits.every((each, i) => each.length === counted.hits[i]!.length);
    if (!isOfModule) throw new RangeError(`the counts belong to another version of ${counted.module}`);
    calls.forEach((count, i) => {
      counted.calls[i]! += count;
    });
    hits.forEach((each, i) => {
      each.forEach((count, at) => {
        counted.hits[i]![at]! += count;
      });
    });
  }

  /** The coverage of every known module, by name. */
  get modules(): ModuleCoverage[] {
    const modules = [...this.#modules.entries].flatMap(([hash, counted]): ModuleCoverage[] => {
      const { leftOut } = counted;
      const all = counted.names.map((name, i) => ({
        name,
        calls: counted.calls[i]!,
        instructions: counted.hits[i]!.length,
        covered: counted.hits[i]!.filter((hits) => hits > 0).length,
      }));
      const functions = all.filter(({ name }) => !leftOut.has(name));
      if (functions.length === 0 && leftOut.size > 0) return [];
      const sum = (member: "covered" | "instructions") => functions.reduce((all, one) => all + one[member], 0);
      return [{ hash, module: counted.module, functions, share: sum("covered") / Math.max(1, sum("instructions")) }];
    });
    return modules.sort((a, b) => (a.module < b.module ? -1 : 1));
  }

  /**
   * The coverage in lcov's format, of the modules that were added with their sources: a record for each file, functions named as
   * `0x1::coin::balance`. Modules without a source map are left out.
   */
  lcov(): string {
    const modules = [...this.#modules.entries].map(([, one]) => one).sort((a, b) => (a.module < b.module ? -1 : 1));
    return writeLcov(modules.flatMap((one) => (one.source === undefined ? [] : [{ ...one, source: one.source }])));
  }
}
