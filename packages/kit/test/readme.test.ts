import { testReadme } from "@ledger/doctest";

testReadme(new URL("../README.md", import.meta.url));
