import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDir } from "@ledger/node-process";
import type { LedgerRecord } from "@ledger/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readHealth } from "./support/health.ts";
import { lastUserVersion, makeRecords, withForgedGas } from "./support/made-ledger.ts";
import { readValue, scrape } from "./support/metrics.ts";
import { composeObserved } from "./support/observed.ts";
import { serveRecords, type Upstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

let blocks: readonly (readonly LedgerRecord[])[];
let forged: bigint;
let versions: number;

let honest: Upstream;
let lying: Upstream;

beforeAll(async () => {
  blocks = await makeRecords(30);
  forged = lastUserVersion(blocks);
  versions = blocks.flat().length;
  honest = await serveRecords(blocks);
  lying = await serveRecords(withForgedGas(blocks, forged));
});
afterAll(async () => {
  await honest.stop();
  await lying.stop();
});

async function readJson(url: string): Promise<unknown> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Versions that a node has executed again with an outcome. */
async function countOf(admin: string, outcome: string): Promise<number> {
  return readValue(await scrape(admin), "ledger_execution_versions_total", { outcome });
}

test("what is followed is executed after its commit, and continued after a restart", async () => {
  using dataDir = createDataDir();
  const args = ["--follow", `${honest.url}/v1`, "--data-dir", dataDir.path];
  const node = await composeObserved(...args, "--execute", "all", "--execute-threads", "2", "--on-mismatch", "stop");
  await waitFor(
    () => countOf(node.admin, "equal"),
    (count) => count === versions,
  );
  expect(await countOf(node.admin, "different")).toBe(0);
  expect(readValue(await scrape(node.admin), "ledger_execution_lag_versions")).toBe(0);
  expect(await readJson(`${node.url}/v1/execution/status`)).toEqual({
    lag: "0",
    ranges: [{ from: "0", to: `${versions - 1}`, sample: 1 }],
    equal: `${versions}`,
    different: "0",
    state_unknown: "0",
    not_reproducible: "0",
    not_executed: "0",
    different_versions: [],
    not_reproducible_versions: [],
    not_executed_versions: [],
  });
  expect(await readJson(`${node.url}/v1/execution/by_version/7`)).toEqual({ version: "7", outcome: "equal" });
  expect(node.output()).toContain("executed again, from version 0 on");
  expect((await readHealth(node.url)).status).toBe(200);
  expect(await node.stop()).toBe(0);

  const again = await composeObserved(...args, "--execute", "sample=1/2");
  await waitFor(
    async () => again.output(),
    (output) => output.includes(`executed again, from version ${versions} on`),
  );
  expect(await again.stop()).toBe(0);
});

test("a forged version is reported; with stop the node takes no more, and says so after a restart too", async () => {
  using dataDir = createDataDir();
  const args = ["--follow", `${lying.url}/v1`, "--data-dir", dataDir.path];
  await using reporting = await composeObserved(...args, "--execute", "all");
  await waitFor(
    () => countOf(reporting.admin, "equal"),
    (count) => count === versions - 1,
  );
  await waitFor(
    () => countOf(reporting.admin, "different"),
    (count) => count === 1,
  );
  await waitFor(
    async () => reporting.output(),
    (output) => output.includes(`version ${forged} is not what its record says: gas`),
  );
  expect((await readHealth(reporting.url)).status).toBe(200);
  expect(await readJson(`${reporting.url}/v1/execution/status`)).toMatchObject({ different_versions: [`${forged}`] });
  expect(await readJson(`${reporting.url}/v1/execution/by_version/${forged}`)).toMatchObject({
    version: `${forged}`,
    outcome: "different",
    differences: [{ part: "gas" }],
  });
  expect(await reporting.stop()).toBe(0);

  await using stopping = await composeObserved(...args, "--execute", "all", "--on-mismatch", "stop");
  const unhealthy = await waitFor(
    () => readHealth(stopping.url),
    ({ status }) => status === 503,
  );
  expect(unhealthy.message).toContain(`version ${forged} is not what execution makes of it`);
  // What was verified by its hashes is still served.
  expect((await fetch(`${stopping.url}/v1/transactions/by_version/${forged}`)).status).toBe(200);
  expect(await stopping.stop()).toBe(0);
});

test("versions that are known to come out differently are not executed, and listed with their reasons", async () => {
  using folder = createDataDir();
  const known = join(folder.path, "known.json");
  // The epilogue after it pays out the fees of the gas that it claims, so that one comes out differently, too.
  const [epilogue, reason] = [forged + 1n, "forged for a test"];
  writeFileSync(known, JSON.stringify([{ from: `${forged}`, to: `${epilogue}`, reason }]));
  const args = ["--follow", `${lying.url}/v1`, "--data-dir", join(folder.path, "data"), "--execute-except", known];
  await using node = await composeObserved(...args, "--execute", "all", "--on-mismatch", "stop");
  await waitFor(
    () => countOf(node.admin, "equal"),
    (count) => count === versions - 2,
  );
  expect(await readJson(`${node.url}/v1/execution/status`)).toMatchObject({
    different: "0",
    not_reproducible: "2",
    not_reproducible_versions: [forged, epilogue].map((version) => ({ version: `${version}`, reason })),
  });
  expect((await readHealth(node.url)).status).toBe(200);
  expect(await node.stop()).toBe(0);
});
