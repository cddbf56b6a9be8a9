import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, programPath, runCommand, startNode } from "@ledger/node-process";
import { expect, test } from "vitest";
import { makeRecords, storeRecords } from "./support/made-ledger.ts";
import { shared } from "./support/shared.ts";

const mebibyte = 2 ** 20;

/** Whether there is a program that gives another one a terminal. */
const hasTerminal = spawnSync("script", ["--version"]).status === 0;

/** A few hundred versions of the local network. */
const made = shared(() => makeRecords(80));

/** Fills a data folder. */
async function fill(dataDir: string): Promise<void> {
  await storeRecords(join(dataDir, "ledger.db"), await made());
}

test("a stored ledger is verified, pruned, backed up, and verified again", async () => {
  using dataDir = createDataDir();
  await fill(dataDir.path);
  const at = ["--data-dir", dataDir.path];

  const whole = await runCommand("verify", ...at);
  expect(whole.code).toBe(0);
  expect(whole.output).toContain("chained from version 0");
  expect(whole.output).toMatch(/verified\n$/);

  const database = join(dataDir.path, "ledger.db");
  const planned = await runCommand("prune", ...at, "--state-window", "50", "--dry-run");
  expect(planned.code).toBe(0);
  expect(planned.output).toMatch(/state below version \d{3}: \d+ values/);
  expect((await runCommand("verify", ...at)).output).toContain("versions     0 to");
  const size = statSync(database).size;

  const pruned = await runCommand("prune", ...at, "--state-window", "50");
  expect(pruned.code).toBe(0);
  expect(statSync(database).size).toBeLessThan(size);
  const kept = await runCommand("verify", ...at);
  expect(kept.code).toBe(0);
  expect(kept.output).toContain("genesis      not kept");

  const copy = join(dataDir.path, "copy", "ledger.db");
  mkdirSync(join(dataDir.path, "copy"));
  expect((await runCommand("backup", copy, ...at)).code).toBe(0);
  expect((await runCommand("verify", "--data-dir", join(dataDir.path, "copy"))).code).toBe(0);
  const again = await runCommand("backup", copy, ...at);
  expect(again.code).toBe(1);
});

test("a ledger is verified while a node writes it, and a terminal shows how far that is", async () => {
  using dataDir = createDataDir();
  await fill(dataDir.path);
  await using node = await startNode("--data-dir", dataDir.path, "--block-interval", "30");
  expect(await runCommand("verify", "--data-dir", dataDir.path)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^versions .*\nverified\n$/s),
  });
  if (hasTerminal) {
    const command = [process.execPath, programPath, "verify", "--data-dir", dataDir.path];
    const { stdout, status } = spawnSync("script", ["-qec", command.join(" "), "/dev/null"], { encoding: "utf8" });
    expect(status).toBe(0);
    // The line is written again and again, and is gone in the end.
    const [, ...written] = stdout.split("\r\u001b[K");
    expect(written[0]).toMatch(/^[█░]{24} \d+ %.* version \d+ of \d+$/);
    const lines = written.filter((text) => text.endsWith("\r\n")).join("");
    expect(lines).toMatch(/^versions .*verified\r\n$/s);
  }
  expect(await node.stop()).toBe(0);
});

test("a stored ledger is brought within a disk budget", async () => {
  using dataDir = createDataDir();
  await fill(dataDir.path);
  const at = ["--data-dir", dataDir.path];
  const database = join(dataDir.path, "ledger.db");
  expect(statSync(database).size).toBeGreaterThan(2 * mebibyte);

  const planned = await runCommand("prune", ...at, "--disk-budget", "2MiB", "--dry-run");
  expect(planned.code).toBe(0);
  expect(planned.output).toMatch(/state below version about \d{2,}: \d+ values/);

  const pruned = await runCommand("prune", ...at, "--disk-budget", "2MiB");
  expect(pruned.code).toBe(0);
  expect(statSync(database).size).toBeLessThanOrEqual(2 * mebibyte);
  expect((await runCommand("verify", ...at)).code).toBe(0);
});

test("a folder without a ledger is left as it is", async () => {
  using dataDir = createDataDir();
  for (const command of [["verify"], ["prune", "--state-window", "1"], ["backup", join(dataDir.path, "copy.db")]]) {
    const refused = await runCommand(...command, "--data-dir", dataDir.path);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("not_a_store");
  }
  expect(existsSync(join(dataDir.path, "ledger.db"))).toBe(false);
});

test("the help names every command and option", async () => {
  const { output } = await runCommand("--help");
  for (const command of ["start", "verify", "prune", "backup"]) expect(output).toContain(command);
  const start = await runCommand("start", "--help");
  for (const option of ["--genesis", "--waypoint", "--follow", "--data-dir", "--listen", "--state-window"]) {
    expect(start.output).toContain(option);
  }
});
