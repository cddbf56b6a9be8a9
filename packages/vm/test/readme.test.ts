import { fileURLToPath } from "node:url";
import { testReadme } from "@ledger/doctest";
import { vectorPath } from "@ledger/vectors";

process.env.GENESIS = vectorPath("genesis/devnet-2025-11.genesis.blob");
process.env.PACKAGE = fileURLToPath(new URL("trace/vault", import.meta.url));
testReadme(new URL("../README.md", import.meta.url));
