import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, runCommand, runNodeToEnd } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { expect, test } from "vitest";
import { readHealth } from "./support/health.ts";

test("damage of a stopped ledger refuses its start, with page, table and cure", async () => {
  using folder = createDataDir();
  const data = ["--data-dir", folder.path];
  const node = await composeNode(...data);
  expect(await readHealth(node.url)).toMatchObject({ status: 200 });
  expect(await node.stop()).toBe(0);
  const path = join(folder.path, "ledger.db");
  const bytes = readFileSync(path);
  bytes[(bytes.length >> 13) * 4_096 + 3_000]! ^= 4;
  writeFileSync(path, bytes);
  const cure = /^.*corrupt: .*ledger\.db is damaged: page \d+ \(of \w+\) is not as it was written; put a backup .*$/m;
  for (const role of ["full", "api"]) {
    const refused = await runNodeToEnd(...data, "--role", role);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(cure);
  }
  for (const command of [["verify"], ["backup", join(folder.path, "copy.db")]]) {
    const found = await runCommand(...command, ...data);
    expect(found.code, command[0]).toBe(1);
    expect(found.output).toMatch(/damaged|corrupt/);
  }
});

test("damage that an answer comes upon is no answer, one line in the log, and no health", async () => {
  using folder = createDataDir();
  await using node = await composeNode("--data-dir", folder.path);
  const url = `${node.url}/v1/transactions/by_version/0`;
  // In a process of its own: two libraries of SQLite in one do not see each other's locks.
  const damage = `update records set events = cast(substr(events, 1, 9) || x'5a' || substr(events, 11) as blob) where version = 0`;
  const program = `new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec(process.argv[2])`;
  const changed = spawnSync(process.execPath, ["-e", program, join(folder.path, "ledger.db"), damage]);
  expect(changed.status).toBe(0);
  const answer = await fetch(url);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({
    error_code: "internal_error",
    message: expect.stringContaining("(corrupt)"),
  });
  expect(node.output()).toMatch(
    /by_version\/0 not answered: corrupt: .* table records, version 0 .*'restore --replace'/,
  );
  expect(await readHealth(node.url)).toMatchObject({ status: 503, message: expect.stringContaining("table records") });
  expect((await fetch(`${node.url}/v1`)).status).toBe(200);
});
