import { moveTests } from "@ledger/devnet/vitest";

// The package is compiled in test mode. Each of its #[test] functions is a test of this file.
moveTests({
  build: new URL("../build/Savings", import.meta.url),
  sources: [new URL("../sources", import.meta.url), new URL("../tests", import.meta.url)],
});
