// Do linters, validators and client generators of others take the descriptions that a node serves, without an error and without a
// warning? And do programs with generated clients read that node, compiled as strictly as the compiler can?
//   pnpm bundle && node --conditions=@ledger/source tooling/check-openapi/src/main.ts
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDataDir, startNode } from "@ledger/node-process";
import { programs } from "./programs.ts";
import { runProgram, runTool } from "./run-tool.ts";
import { tools } from "./tools.ts";

const documents = ["spec", "spec-3.0", "spec-json-only"];

let passed = 0;
let failed = 0;
function report(name: string, complaint: string | undefined): void {
  if (complaint === undefined) passed++;
  else failed++;
  process.stdout.write(`${complaint === undefined ? "ok    " : "FAILED"} ${name}\n${complaint ?? ""}`);
}

const folder = mkdtempSync(join(tmpdir(), "ledger-check-openapi-"));
try {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path);
  for (const id of documents) {
    const file = join(folder, `${id}.json`);
    const text = await (await fetch(`${node.url}/v1/${id}.json`)).text();
    writeFileSync(file, text);
    const { openapi } = JSON.parse(text) as { readonly openapi: string };
    for (const tool of tools) {
      report(`${openapi} ${tool.name}`, await runTool(tool, file, join(folder, `${id}-${tool.output ?? ""}`)));
    }
  }
  for (const program of programs) {
    report(`a program with ${program.name}`, await runProgram(program, join(folder, "spec-json-only.json"), node.url));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
