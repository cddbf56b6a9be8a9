import { defineConfig } from "vitest/config";
import { mutants } from "./tooling/check-mutants/src/mutants.ts";
import { mutantVariable, mutate } from "./tooling/check-mutants/src/mutate.ts";

// Tests run on the sources of every workspace package (the "@ledger/source" export condition), so a change is tested
// without a build in between. apps/node's process tests are the exception: they start what the build made.
const conditions = ["@ledger/source", "module", "node", "development|production"];

const mutant = mutants[Number(process.env[mutantVariable] ?? Number.NaN)];

export default defineConfig({
  plugins: mutant === undefined ? [] : [mutate(mutant)],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/{src,test}/**/*.test.ts",
      "apps/*/{src,test}/**/*.test.ts",
      "tooling/*/**/*.test.ts",
      "examples/*/test/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: ["default", "./tooling/test-summary/src/index.ts"],
    // One file a core: most of them wait for processes that they start.
    maxWorkers: "100%",
    // In CI a test that fails is tried once more, so that one that only sometimes passes does not hold up everybody. The summary
    // names it: it is a fault to be mended all the same.
    retry: process.env.CI === "true" ? 1 : 0,
    // Time limits end what hangs. A test that waits passes as soon as it can, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
