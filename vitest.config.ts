import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { mutants } from "./tooling/check-mutants/src/mutants.ts";
import { mutantVariable, mutate } from "./tooling/check-mutants/src/mutate.ts";
import { testEffort } from "./tooling/test-run/src/effort.ts";
import { TestSequencer } from "./tooling/test-run/src/sequencer.ts";
import { testOrder } from "./tooling/test-run/src/test-order.ts";

// Tests run on the sources of every workspace package (the "@ledger/source" export condition), so a change is tested
// without a build in between. Tests of processes are the exception: they start what the build made.
const conditions = ["@ledger/source", "module", "node", "development|production"];

const mutant = mutants[Number(process.env[mutantVariable] ?? Number.NaN)];

const order = testOrder();

/** A test with more cases may take longer. */
const longer = Math.max(1, testEffort);

const files = ["packages/*/{src,test}", "apps/*/{src,test}", "tooling/*/{src,test}", "bench/*/src", "examples/*/test"];

/** Test files whose names end like this, in every package. */
const named = (ending: string): string[] => files.map((folder) => `${folder}/**/*.${ending}`);

const exclude = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  plugins: mutant === undefined ? [] : [mutate(mutant)],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    reporters: ["default", "./tooling/test-run/src/summary.ts"],
    sequence: { sequencer: TestSequencer, ...(order !== undefined && { seed: order }) },
    maxWorkers: availableParallelism(),
    // Time limits end what hangs, and nothing else: a test that waits passes as soon as it can, however busy the machine is. So
    // no test has a limit of its own.
    testTimeout: 600_000 * longer,
    hookTimeout: 600_000 * longer,
    expect: { poll: { timeout: 300_000 } },
    setupFiles: ["./tooling/test-run/src/watch-file.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: named("test.ts"),
          exclude: [...exclude, "**/*.{smoke,whole,long}.test.ts"],
          // Files share processes, which saves two fifths of their time. The set-up finds what one leaves for the next.
          pool: "forks",
          isolate: false,
          // A test that needs the one before it fails in CI, where each commit has an order of its own.
          sequence: { shuffle: { tests: order !== undefined } },
          testTimeout: 120_000 * longer,
          hookTimeout: 120_000 * longer,
          expect: { poll: { timeout: 60_000 } },
          env: { TEST_PROJECT: "units" },
          globalSetup: ["./tooling/demo-ledger/src/prepare.ts"],
        },
      },
      // Tests of processes, servers, browsers, kills and models, the longest among them, and one thin path through the whole product.
      ...["smoke", "whole", "long"].map((name) => ({
        extends: true as const,
        test: {
          name,
          include: named(`${name}.test.ts`),
          exclude,
          pool: "forks" as const,
          // Files of whole tests wait for processes, timers and pages for a third of their time.
          ...(name !== "smoke" && {
            maxWorkers: Math.ceil(availableParallelism() * 1.5),
            sequence: { groupOrder: 1 },
          }),
          env: { TEST_PROJECT: name },
          globalSetup: [
            "./tooling/demo-ledger/src/prepare.ts",
            "./tooling/postgres-server/src/test-databases.ts",
            "./tooling/browser/src/test-browser.ts",
            "./tooling/node-process/src/test-nodes.ts",
            "./apps/site/test/test-site.ts",
            "./apps/node/test/support/shared-nodes.ts",
          ],
        },
      })),
    ],
  },
});
