import { testReadme } from "@ledger/doctest";
import { vectorPath } from "@ledger/vectors";

testReadme(new URL("../README.md", import.meta.url), { GENESIS: vectorPath("genesis/devnet-2025-11.genesis.blob") });
