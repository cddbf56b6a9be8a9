import { testReadme } from "@ledger/doctest";
import { vectorPath } from "@ledger/vectors";

process.env.GENESIS = vectorPath("genesis/devnet-2025-11.genesis.blob");
testReadme(new URL("../README.md", import.meta.url));
