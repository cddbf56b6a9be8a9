import { fileURLToPath } from "node:url";
import { testReadme } from "@ledger/doctest";
import { vectorPath } from "@ledger/vectors";

testReadme(new URL("../README.md", import.meta.url), {
  GENESIS: vectorPath("genesis/devnet-2025-11.genesis.blob"),
  PACKAGE: fileURLToPath(new URL("trace/vault", import.meta.url)),
});
