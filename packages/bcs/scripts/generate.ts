// Writes the generated sources. With --check: fails when a file is not what this script would write.
import { readFileSync, writeFileSync } from "node:fs";
import { ascii } from "./generated/ascii.ts";
import { structAccess } from "./generated/struct-access.ts";

const sources = { "src/internal/ascii.ts": ascii, "src/internal/struct-access.ts": structAccess };

for (const [path, wanted] of Object.entries(sources)) {
  const file = new URL(`../${path}`, import.meta.url);
  if (!process.argv.includes("--check")) {
    writeFileSync(file, wanted);
  } else if (readFileSync(file, "utf8") !== wanted) {
    process.stderr.write(`${path} is out of date: run \`pnpm --filter @ledger/bcs generate\`\n`);
    process.exitCode = 1;
  }
}
