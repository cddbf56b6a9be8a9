import { ModuleCode } from "@ledger/move";
import type { Address } from "@ledger/types";
import { readSourceMap, type SourceFile, type SourceMap } from "@ledger/vm";
import { type DeclaredTest, findTests } from "@ledger/vm/testing";

/** A module as the compiler wrote it. */
export interface CompiledModule {
  readonly bytecode: Uint8Array;
  readonly sourceMap?: Uint8Array | undefined;
}

/** A package that was compiled in test mode, with all that it depends on. */
export interface TestBuild {
  /** The package's own modules, by name. */
  readonly modules: ReadonlyMap<string, CompiledModule>;
  /** The modules of the packages that it depends on; those of the framework may be left out. */
  readonly dependencies: readonly CompiledModule[];
  /** Addresses by their names. */
  readonly addresses: ReadonlyMap<string, Address>;
  /** The sources of the package: exactly what was compiled. */
  readonly sources: readonly SourceFile[];
  readonly dependencySources: readonly SourceFile[];
}

/** A module with what is known of its source. */
interface KnownModule {
  readonly code: ModuleCode;
  readonly source: SourceMap | undefined;
}

/** A package's tests, and the places of its code. */
export class TestPackage {
  readonly build: TestBuild;
  /** In the order of the sources. */
  readonly tests: readonly DeclaredTest[];
  readonly #modules = new Map<string, KnownModule>();

  /** @throws MoveError for bytecode, BcsError for a source map that is none */
  constructor(build: TestBuild) {
    this.build = build;
    const { sources, dependencySources: dependencies, addresses } = build;
    const all = [...sources, ...dependencies];
    for (const { bytecode, sourceMap } of [...build.modules.values(), ...build.dependencies]) {
      const code = new ModuleCode(bytecode);
      this.#modules.set(code.id, { code, source: sourceMap && readSourceMap(sourceMap, all) });
    }
    this.tests = findTests({ sources, dependencies, addresses }).map((test) => this.#checked(test));
  }

  /** The place in the sources that an instruction comes from, as `file:line`; undefined when unknown. */
  placeOf(module: string, functionIndex: number, codeOffset: number): string | undefined {
    const place = this.#modules.get(module)?.source?.placeOf(functionIndex, codeOffset);
    return place && `${place.file}:${place.line}`;
  }

  /** Tests that are only in one of sources and bytecode mean that the build is an old one. */
  #checked(declared: DeclaredTest): DeclaredTest {
    const { module, name } = declared;
    if (declared.test === undefined) return declared;
    const known = this.#modules.get(module);
    const index = known === undefined ? -1 : indexOf(known.code, name);
    if (index < 0)
      return { ...declared, test: undefined, problem: `the build has no ${module}::${name}: compile it in test mode` };
    if (known?.source === undefined || known.source.declarationOf(index) !== undefined) return declared;
    return {
      ...declared,
      test: undefined,
      problem: `${declared.place.file} is not what was compiled: compile it again`,
    };
  }
}

function indexOf({ module }: ModuleCode, name: string): number {
  const { functionDefinitions, functionHandles, identifiers } = module;
  return functionDefinitions.findIndex(({ handle }) => identifiers[functionHandles[handle]!.name] === name);
}
