import { decodeModule } from "@ledger/move";
import { bytesToHex, sha3_256 } from "@ledger/types";
import type { Tracer } from "../run/tracer.ts";

/** Where the instructions of a module come from. */
export interface SourceMap {
  /** Path of the source file. */
  readonly file: string;
  /** The line of an instruction, from 1; undefined for one that has none. */
  lineOf(functionIndex: number, codeOffset: number): number | undefined;
}

/** What of a function has run. */
export interface FunctionCoverage {
  readonly name: string;
  /** How often it was entered. */
  readonly calls: number;
  readonly instructions: number;
  /** How many of the instructions have run. */
  readonly covered: number;
}

/** What of a module has run. */
export interface ModuleCoverage {
  /** SHA3-256 of the bytecode, as hex. */
  readonly hash: string;
  /** `0x1::coin` */
  readonly module: string;
  readonly functions: readonly FunctionCoverage[];
  /** Share of the instructions that have run, 0 to 1; 0 for a module that nothing called. */
  readonly share: number;
}

interface Counted {
  readonly module: string;
  readonly names: readonly string[];
  readonly calls: number[];
  /** By function: how often each instruction has run. */
  readonly hits: readonly Uint32Array[];
}

/**
 * Counts which instructions run, over any number of sessions, by the hash of the bytecode. Pass {@link tracer} to
 * `MoveVm.createSession`. A stretch without branches counts as a whole, also when an instruction in it fails.
 */
export class Coverage {
  readonly tracer: Tracer;
  readonly #modules = new Map<string, Counted>();
  readonly #byBytecode = new WeakMap<Uint8Array, Counted>();

  constructor() {
    this.tracer = {
      enter: ({ module, index }) => {
        if (module !== undefined) this.#count(module.code.bytecode).calls[index]!++;
      },
      leave: () => undefined,
      segment: ({ module, index }, start, end) => {
        if (module === undefined) return;
        const hits = this.#count(module.code.bytecode).hits[index]!;
        for (let i = start; i < end; i++) hits[i]!++;
      },
    };
  }

  /** Adds a module, so that it counts with 0 when nothing calls it. @throws MoveError for bytes that are no module */
  addModule(bytecode: Uint8Array): void {
    this.#count(bytecode);
  }

  /** What has run of every module that is known, by name. */
  get modules(): ModuleCoverage[] {
    const modules = [...this.#modules].map(([hash, counted]): ModuleCoverage => {
      const functions = counted.names.map((name, i) => ({
        name,
        calls: counted.calls[i]!,
        instructions: counted.hits[i]!.length,
        covered: counted.hits[i]!.filter((hits) => hits > 0).length,
      }));
      const sum = (member: "covered" | "instructions") => functions.reduce((all, one) => all + one[member], 0);
      return { hash, module: counted.module, functions, share: sum("covered") / Math.max(1, sum("instructions")) };
    });
    return modules.sort((a, b) => (a.module < b.module ? -1 : 1));
  }

  /**
   * The coverage in lcov's format, of the modules whose sources are known.
   *
   * @param sources - by the hash of the bytecode
   */
  lcov(sources: ReadonlyMap<string, SourceMap>): string {
    const records: string[] = [];
    for (const [hash, { names, calls, hits }] of this.#modules) {
      const source = sources.get(hash);
      if (source === undefined) continue;
      const lines = new Map<number, number>();
      const functions: string[] = [];
      names.forEach((name, i) => {
        const first = source.lineOf(i, 0);
        if (first !== undefined) functions.push(`FN:${first},${name}`, `FNDA:${calls[i]},${name}`);
        hits[i]!.forEach((count, offset) => {
          const line = source.lineOf(i, offset);
          if (line !== undefined) lines.set(line, Math.max(count, lines.get(line) ?? 0));
        });
      });
      const data = [...lines].sort(([a], [b]) => a - b);
      const run = data.filter(([, count]) => count > 0).length;
      records.push(
        `SF:${source.file}`,
        ...functions,
        ...data.map(([line, count]) => `DA:${line},${count}`),
        `LF:${data.length}`,
        `LH:${run}`,
        "end_of_record",
      );
    }
    return records.map((line) => `${line}\n`).join("");
  }

  #count(bytecode: Uint8Array): Counted {
    let counted = this.#byBytecode.get(bytecode);
    if (counted !== undefined) return counted;
    const hash = bytesToHex(sha3_256(bytecode));
    counted = this.#modules.get(hash) ?? prepare(bytecode);
    this.#modules.set(hash, counted);
    this.#byBytecode.set(bytecode, counted);
    return counted;
  }
}

function prepare(bytecode: Uint8Array): Counted {
  const { moduleHandles, addresses, identifiers, self, functionDefinitions, functionHandles } = decodeModule(bytecode);
  const { address, name } = moduleHandles[self]!;
  return {
    module: `0x${bytesToHex(addresses[address]!).replace(/^0{1,63}/, "")}::${identifiers[name]!}`,
    names: functionDefinitions.map(({ handle }) => identifiers[functionHandles[handle]!.name]!),
    calls: functionDefinitions.map(() => 0),
    hits: functionDefinitions.map(({ code }) => new Uint32Array(code?.instructionCount ?? 0)),
  };
}
