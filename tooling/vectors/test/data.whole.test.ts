import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { needs } from "@ledger/test-run/needs";
import { test } from "vitest";
import { allVectorsAvailable } from "../src/files.ts";

test(
  "the committed vectors are all of ../shared/vectors that may be",
  needs("../shared/vectors", allVectorsAvailable),
  () => {
    const script = fileURLToPath(new URL("../scripts/import-data.ts", import.meta.url));
    execFileSync(process.execPath, [script, "--check"], { stdio: "inherit" });
  },
);
