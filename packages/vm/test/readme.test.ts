import { fileURLToPath } from "node:url";
import { testReadme } from "@ledger/doctest";
import { vectorPath } from "@ledger/vectors";

testReadme(new URL("../README.md", import.meta.url), {
  files: {
    "mainnet.genesis.blob": vectorPath("genesis/devnet-2025-11.genesis.blob"),
    "tip-jar": fileURLToPath(new URL("../../../examples/cover-a-module", import.meta.url)),
    "my-savings": fileURLToPath(new URL("../../../examples/test-a-module", import.meta.url)),
  },
});
