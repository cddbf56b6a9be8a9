import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir, launchCommand, runCommand } from "@ledger/node-process";
import { beforeAll, expect, test } from "vitest";
import { readHealth } from "./support/health.ts";
import { endlessLoop, endlessNative, type HostileLedger, makeHostileLedger } from "./support/hostile-ledger.ts";
import { storeRecords } from "./support/made-ledger.ts";
import { readValue, scrape } from "./support/metrics.ts";
import { composeObserved } from "./support/observed.ts";
import { serveRecords } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

let hostile: HostileLedger;
beforeAll(async () => {
  hostile = await makeHostileLedger(endlessLoop);
});

const reason = "it goes beyond the bound of instructions, 1,000,000,000";

test("a stranger's case that has no end is recorded, and executed again, up to the bound", async () => {
  using dataDir = createDataDir();
  await storeRecords(join(dataDir.path, "ledger.db"), hostile.blocks);
  const file = join(dataDir.path, "hostile.case");
  const { version } = hostile;
  const versions = ["--versions", `${version - 1n}-${version + 1n}`];
  const recorded = await runCommand("record", file, ...versions, "--data-dir", dataDir.path);
  expect(recorded).toMatchObject({ code: 0, output: expect.stringContaining("; 2 equal, 1 not executed") });

  const found = await runCommand("replay", "--file", file);
  expect(found.output).toContain(`not executed version ${version}: ${reason}\n`);
  expect(found.output).toMatch(/^equal {8}2\ndifferent {4}0\nnot executed 1,/m);
  expect(found.code).toBe(1);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends what a stranger's code does, in the middle of it",
  async (signal) => {
    using dataDir = createDataDir();
    const { blocks, version } = await makeHostileLedger(endlessNative);
    await storeRecords(join(dataDir.path, "ledger.db"), blocks);
    await using replay = launchCommand("replay", "--versions", `${version}`, "--data-dir", dataDir.path);
    await waitFor(
      async () => processorSeconds(replay.child.pid!),
      (seconds) => seconds > 3,
    );
    replay.child.kill(signal);
    await replay.exited;
    expect(replay.child.signalCode).toBe(signal);
    expect(replay.output()).toContain(`stopped before ${version}`);
  },
);

/** Seconds of the processor that a process has taken. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

test("a follower says of what has no end that it was not executed, and goes on or stops as it is asked to", async () => {
  using dataDir = createDataDir();
  await using upstream = await serveRecords(hostile.blocks);
  const { version, edited } = hostile;
  const count = hostile.blocks.flat().length;
  const known = join(dataDir.path, "known.json");
  writeFileSync(known, JSON.stringify([{ from: `${edited}`, reason: "prices set for a test" }]));
  const following = ["--follow", `${upstream.url}/v1`, "--data-dir", join(dataDir.path, "data")];
  const args = [...following, "--execute-except", known, "--execute", "all"];
  await using reporting = await composeObserved(...args);
  await waitFor(
    async () => {
      const metrics = await scrape(reporting.admin);
      const read = (outcome: string) => readValue(metrics, "ledger_execution_versions_total", { outcome });
      return read("equal") + read("not_reproducible") + read("not_executed");
    },
    (done) => done === count,
  );
  expect(await readJson(`${reporting.url}/v1/execution/by_version/${version}`)).toEqual({
    version: `${version}`,
    outcome: "not_executed",
    bound: "instructions",
    reason,
  });
  expect(await readJson(`${reporting.url}/v1/execution/status`)).toMatchObject({
    not_executed: "1",
    not_executed_versions: [{ version: `${version}`, reason }],
  });
  expect(reporting.output()).toContain(`version ${version} was not executed: ${reason}`);
  expect((await readHealth(reporting.url)).status).toBe(200);
  expect(await reporting.stop()).toBe(0);

  // It knows of it from the run before, and one that executes a sample does so, too.
  await using stopping = await composeObserved(...args.with(-1, "sample=1/1"), "--on-mismatch", "stop");
  const unhealthy = await waitFor(
    () => readHealth(stopping.url),
    ({ status }) => status === 503,
  );
  expect(unhealthy.message).toContain(`version ${version} was not executed: ${reason}`);
  expect(await stopping.stop()).toBe(0);
});

async function readJson(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}
