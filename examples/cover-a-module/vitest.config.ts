import { defineConfig } from "vitest/config";

export default defineConfig({
  // Writes coverage/move: lcov.info, coverage.txt and gas.txt of the whole run, also when tests fail.
  test: { reporters: ["default", "@ledger/devnet/vitest"] },
});
