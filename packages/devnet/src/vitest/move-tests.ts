import { describe, test } from "vitest";
import { runReport } from "../network/run-report.ts";
import { type FilePath, readTestBuild } from "../node/read-test-build.ts";
import { type MoveTestSettings, MoveTestSuite } from "../unit-tests/move-test-suite.ts";

/** Options of {@link moveTests}. */
export interface MoveTestsOptions extends MoveTestSettings {
  /** The package's folder in `build`, compiled in test mode, e.g. `build/Shop`. */
  readonly build: FilePath;
  /** The folders of the package's sources and tests, or files of them; what the compiler has copied into the build when absent. */
  readonly sources?: FilePath | readonly FilePath[] | undefined;
}

/**
 * Declares the unit tests of a Move package, each function that is marked with `#[test]`, as tests of this file. They run as the
 * compiler's own runner runs them, every one alone on a state without accounts.
 *
 * @throws Error when the folder holds no package that was compiled in test mode
 * @example
 * ```ts
 * import { moveTests } from "@ledger/devnet/vitest";
 *
 * moveTests({ build: "build/Shop", sources: ["sources", "tests"] });
 * ```
 */
export function moveTests({ build, sources, ...settings }: MoveTestsOptions): void {
  const folders = sources === undefined ? undefined : [sources].flat();
  const suite = new MoveTestSuite(readTestBuild(build, folders), { report: runReport(), ...settings });
  for (const [module, tests] of Map.groupBy(suite.tests, ({ module }) => module)) {
    describe(module, () => {
      for (const declared of tests) test(declared.name, () => suite.run(declared, print));
    });
  }
}

function print(text: string): void {
  // biome-ignore lint/suspicious/noConsole: vitest shows it with the test
  console.log(`[debug] ${text}`);
}
