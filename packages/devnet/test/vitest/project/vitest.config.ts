import { defineConfig } from "vitest/config";

// On the sources of the libraries: tests, and what vitest itself loads.
const resolve = { conditions: ["@ledger/source", "module", "node", "development|production"] };

export default defineConfig({
  resolve,
  ssr: { resolve },
  environments: { __vitest__: { resolve } },
  test: {
    include: ["*.spec.ts"],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["default", "@ledger/devnet/vitest"],
  },
});
