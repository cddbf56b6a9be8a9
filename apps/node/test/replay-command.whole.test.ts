import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, runCommand } from "@ledger/node-process";
import type { LedgerRecord } from "@ledger/types";
import { beforeAll, expect, test } from "vitest";
import { lastUserVersion, makeRecords, storeRecords, withForgedGas } from "./support/made-ledger.ts";

let blocks: readonly (readonly LedgerRecord[])[];
/** A transaction in the middle of a block of them. */
let forged: bigint;

beforeAll(async () => {
  blocks = await makeRecords(30);
  forged = lastUserVersion(blocks);
});

test("stored versions are executed again, and all of them are what the records say", async () => {
  using dataDir = createDataDir();
  await storeRecords(join(dataDir.path, "ledger.db"), blocks);
  const { length } = blocks.flat();
  const { code, output } = await runCommand("replay", "--threads", "2", "--data-dir", dataDir.path);
  expect(output).toMatch(
    new RegExp(`^versions     0 to ${length - 1}: ${length} executed again, \\d+ versions a second$`, "m"),
  );
  expect(output).toMatch(new RegExp(`^equal        ${length}\ndifferent    0$`, "m"));
  expect(output).toContain("state roots  not compared: no state tree has them");
  expect(code).toBe(0);
  expect((await runCommand("proofs", "build", "--data-dir", dataDir.path)).code).toBe(0);
  const compared = await runCommand("replay", "--versions", `${length - 1}`, "--data-dir", dataDir.path);
  expect(compared.output).toContain(`state roots  equal from version ${length - 1} to ${length - 1}`);
  const refused = await runCommand("replay", "--versions", `1-${length}`, "--data-dir", dataDir.path);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("version_not_kept") });
});

test("a version with forged gas, whose hashes are right, is the one that is found", async () => {
  using dataDir = createDataDir();
  await storeRecords(join(dataDir.path, "ledger.db"), withForgedGas(blocks, forged));
  expect((await runCommand("verify", "--data-dir", dataDir.path)).code).toBe(0);
  const found = await runCommand("replay", "--data-dir", dataDir.path);
  expect(found.code).toBe(1);
  expect(found.output).toContain(`different    version ${forged}\n  gas\n    recorded  {"gas_used":`);
  expect(found.output).toMatch(/^different {4}1$/m);

  const { code, output } = await runCommand("replay", "--json", "--data-dir", dataDir.path);
  expect(code).toBe(1);
  const report = JSON.parse(output);
  expect(report.counts).toEqual({
    equal: blocks.flat().length - 1,
    different: 1,
    state_unknown: 0,
    not_reproducible: 0,
    not_executed: 0,
  });
  expect(report.findings).toMatchObject([{ version: forged.toString(), differences: [{ part: "gas" }] }]);

  const known = join(dataDir.path, "known.json");
  writeFileSync(
    known,
    JSON.stringify([{ from: forged.toString(), to: (forged + 1n).toString(), reason: "forged for a test" }]),
  );
  const excepted = await runCommand("replay", "--except", known, "--data-dir", dataDir.path);
  expect(excepted.code).toBe(0);
  expect(excepted.output).toContain(`not reproducible version ${forged}: forged for a test`);
});

test("progress is kept in a file, and continued", async () => {
  using dataDir = createDataDir();
  await storeRecords(join(dataDir.path, "ledger.db"), blocks);
  const file = join(dataDir.path, "progress.json");
  const at = ["--data-dir", dataDir.path, "--resume", file];
  expect((await runCommand("replay", "--versions", "5-20", ...at)).code).toBe(0);
  const progress = JSON.parse(readFileSync(file, "utf8"));
  expect(progress).toMatchObject({ from: "5", to: "20", next: "21", counts: { equal: 16, different: 0 } });
  writeFileSync(file, JSON.stringify({ ...progress, next: "11", counts: { ...progress.counts, equal: 6 } }));
  const continued = await runCommand("replay", ...at);
  expect(continued.output).toMatch(/^equal {8}16$/m);
  writeFileSync(file, JSON.stringify({ ...progress, chain_id: 1 }));
  expect(await runCommand("replay", ...at)).toMatchObject({
    code: 1,
    output: expect.stringContaining("invalid_progress"),
  });
});

test("versions are recorded in a file, and executed again from it alone, what differs too", async () => {
  using dataDir = createDataDir();
  await storeRecords(join(dataDir.path, "ledger.db"), withForgedGas(blocks, forged));
  const file = join(dataDir.path, "failing.case");
  const versions = ["--versions", `${forged - 1n}-${forged}`];
  const recorded = await runCommand("record", file, ...versions, "--data-dir", dataDir.path);
  expect(recorded.output).toMatch(
    /: [\d.]+ KiB, versions \d+ to \d+ and \d+ items of the state; 1 equal, 1 different$/m,
  );
  expect(recorded.code).toBe(0);
  rmSync(join(dataDir.path, "ledger.db"));
  const found = await runCommand("replay", "--file", file);
  expect(found.output).toContain(`different    version ${forged}\n  gas\n    recorded  {"gas_used":`);
  expect(found.output).toMatch(/^equal {8}1\ndifferent {4}1$/m);
  expect(found.code).toBe(1);
  const asJson = await runCommand("replay", "--file", file, "--json");
  expect(JSON.parse(asJson.output)).toMatchObject({
    from: `${forged - 1n}`,
    counts: { equal: 1, different: 1 },
    findings: [{ version: `${forged}`, differences: [{ part: "gas" }] }],
  });
});

test("a file that is no case, and one that exists, are refused", async () => {
  using dataDir = createDataDir();
  await storeRecords(join(dataDir.path, "ledger.db"), blocks.slice(0, 4));
  const file = join(dataDir.path, "no.case");
  writeFileSync(file, "{}");
  const at = ["--data-dir", dataDir.path];
  const refusals = [
    [["replay", "--file", file], "malformed_case"],
    [["replay", "--file", `${file}.missing`], "system_error"],
    [["replay", "--file", file, "--threads", "2"], "cannot be used with option '--threads <count>'"],
    [["record", file, "--versions", "1", ...at], "file_exists"],
    [["record", `${file}.new`, "--versions", "1-1000000", ...at], "version_not_kept"],
    [["record", `${file}.new`, ...at], "required option '--versions <A-B>' not specified"],
  ] as const;
  for (const [command, reason] of refusals) {
    expect(await runCommand(...command)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  }
  expect(existsSync(`${file}.new`)).toBe(false);
});
