// Writes the tables of options in the pages, and the schema of the configuration file. With --check: fails where one is out of date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { optionPages } from "./option-pages.ts";

for (const [path, wanted] of optionPages()) {
  const file = new URL(`../../${path}`, import.meta.url);
  if (!process.argv.includes("--check")) {
    writeFileSync(file, wanted);
  } else if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
    process.stderr.write(`${path} is out of date: run \`pnpm --filter ledger-node options\`\n`);
    process.exitCode = 1;
  }
}
