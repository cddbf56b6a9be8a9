import type { FeatureChanges } from "@ledger/local-chain";
import { type DeclaredTest, findTestCode, runTest, type TestBench, type TestFailure } from "@ledger/vm/testing";
import type { CodeReport } from "../network/code-report.ts";
import { type TestBuild, TestPackage } from "./test-package.ts";
import { openTestState } from "./test-state.ts";

/** How tests run. */
export interface MoveTestSettings {
  /** Gas units after which a test ends with `OUT_OF_GAS`: 100,000 when absent. */
  readonly maxGasUnits?: number | undefined;
  /** How often a test with random arguments runs, 100 times when absent, and what decides its arguments. */
  readonly random?: { readonly runs?: number | undefined; readonly seed?: string | undefined } | undefined;
  /** Feature flags that are other than on a local network: true for on. */
  readonly features?: FeatureChanges | undefined;
  /** Receives what runs, and the gas of each test. */
  readonly report?: CodeReport | undefined;
}

/**
 * A failed test of a Move package. Its stack has the places in the Move sources, the innermost first, where the build has source maps;
 * otherwise the place of the test.
 */
export class MoveTestError extends Error {
  override readonly name = "MoveTestError";

  constructor(message: string, places: readonly string[]) {
    super(message);
    this.stack = [`${this.name}: ${message}`, ...places.map((place) => `    at ${place}`)].join("\n");
  }
}

/** The tests of a package. */
export class MoveTestSuite {
  readonly #package: TestPackage;
  readonly #settings: MoveTestSettings;
  #bench: Promise<TestBench> | undefined;

  /** @throws MoveError for bytecode, BcsError for a source map that is none */
  constructor(build: TestBuild, settings: MoveTestSettings) {
    this.#package = new TestPackage(build);
    this.#settings = settings;
    const sourceMaps = new Map(
      [...build.modules].flatMap(([name, { sourceMap }]) => (sourceMap ? [[name, sourceMap]] : [])),
    );
    const modules = [...build.modules.values()].map(({ bytecode }) => bytecode);
    settings.report?.addPackage({ modules, maps: { sourceMaps, sources: build.sources } }, findTestCode(build.sources));
  }

  /** In the order of the sources. */
  get tests(): readonly DeclaredTest[] {
    return this.#package.tests;
  }

  /**
   * Runs a test.
   *
   * @param print - receives what the code prints
   * @throws MoveTestError when it fails; HostError when the machine cannot run it
   */
  async run({ module, name, place, test, problem }: DeclaredTest, print: (text: string) => void): Promise<void> {
    const declared = `${module}::${name} (${place.file}:${place.line}:1)`;
    if (test === undefined) throw new MoveTestError(problem ?? "it is no test", [declared]);
    this.#bench ??= this.#open();
    const tracer = this.#settings.report?.follow();
    const { failure, gasUsed, output } = await runTest(test, { ...(await this.#bench), tracer });
    for (const { text } of output) print(text);
    const gas = BigInt(gasUsed);
    const row = { calls: 1, failed: failure === undefined ? 0 : 1, least: gas, most: gas, total: gas };
    this.#settings.report?.gas.addRows([{ function: `${module}::${name}`, ...row }]);
    if (failure === undefined) return;
    const places = this.#placesOf(failure);
    throw new MoveTestError(this.#messageOf(failure), places.length > 0 ? places : [declared]);
  }

  async #open(): Promise<TestBench> {
    const { maxGasUnits, random, features = {} } = this.#settings;
    const { state, environment } = await openTestState(this.#package.build, features);
    return { state, environment, maxGasUnits, randomRuns: random?.runs, seed: random?.seed };
  }

  #messageOf({ reason, randomArguments }: TestFailure): string {
    if (randomArguments.length === 0) return reason;
    const seed = this.#settings.random?.seed;
    const with_ = seed === undefined ? "" : `, with the seed ${JSON.stringify(seed)}`;
    return `${reason}\nThe arguments were ${randomArguments.join(", ")}${with_}`;
  }

  #placesOf({ calls }: TestFailure): string[] {
    return calls.flatMap(({ function: name, module, functionIndex, codeOffset }) => {
      const place = module === undefined ? undefined : this.#package.placeOf(module, functionIndex, codeOffset);
      return place === undefined ? [] : [`${name} (${place}:1)`];
    });
  }
}
