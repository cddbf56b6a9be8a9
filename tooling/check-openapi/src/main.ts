// Do linters, validators and client generators of others take the API's descriptions, without an error and without a warning?
//   node --conditions=@ledger/source tooling/check-openapi/src/main.ts
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApi } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { runProgram, runTool } from "./run-tool.ts";
import { tools } from "./tools.ts";

const api = createApi({ store: createMemoryStore() });
const noQuery = new URLSearchParams();
const documents = ["spec_json", "spec_json_3_0", "spec_json_only"];

const folder = mkdtempSync(join(tmpdir(), "ledger-check-openapi-"));
let passed = 0;
let failed = 0;
try {
  for (const id of documents) {
    const { body } = await api.handle(id, { params: {}, query: noQuery });
    const file = join(folder, `${id}.json`);
    writeFileSync(file, body ?? "");
    const { openapi } = JSON.parse(String(body)) as { readonly openapi: string };
    for (const tool of tools) {
      const complaint = await runTool(tool, file, join(folder, `${id}-${tool.output ?? ""}`));
      if (complaint === undefined) passed++;
      else failed++;
      process.stdout.write(
        `${complaint === undefined ? "ok    " : "FAILED"} ${openapi} ${tool.name}\n${complaint ?? ""}`,
      );
    }
    if (id !== "spec_json_only") continue;
    const complaint = await runProgram("openapi-fetch.ts", file);
    if (complaint === undefined) passed++;
    else failed++;
    process.stdout.write(
      `${complaint === undefined ? "ok    " : "FAILED"} ${openapi} a program with openapi-fetch\n${complaint ?? ""}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
