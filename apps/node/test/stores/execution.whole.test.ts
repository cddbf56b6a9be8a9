import { join } from "node:path";
import { createDataDir, type ServingNode, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { untilExecuted } from "@ledger/node-process/execution-status";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { describe, expect, test } from "vitest";
import { lastUserVersion, makeRecords, storeRecords, withForgedGas } from "../support/made-ledger.ts";
import { waitFor } from "../support/wait-for.ts";

async function readJson({ url }: ServingNode, path: string): Promise<unknown> {
  return (await fetch(`${url}/v1${path}`)).json();
}

describe("execution of a ledger on PostgreSQL", needsPostgres, () => {
  test("what is followed is executed, its results survive a kill, and a process that only serves tells them", async () => {
    const blocks = await makeRecords(30);
    const forged = lastUserVersion(blocks);
    const head = BigInt(blocks.flat().length - 1);
    using upstreamDir = createDataDir();
    await storeRecords(join(upstreamDir.path, "ledger.db"), withForgedGas(blocks, forged));
    await using upstream = await composeNode("--role", "api", "--data-dir", upstreamDir.path);
    const store = ["--store", (await openTestDatabase()).url()];
    const args = [...store, "--follow", `${upstream.url}/v1`, "--execute", "all", "--execute-threads", "2"];
    const first = await startNode(...args);
    expect(await untilExecuted(first, head)).toMatchObject({ equal: Number(head), different: 1 });
    first.child.kill("SIGKILL");
    await first.exited;

    await using serving = await composeNode(...store, "--role", "api");
    expect(await readJson(serving, "/execution/status")).toMatchObject({
      lag: "0",
      ranges: [{ from: "0", to: `${head}`, sample: 1 }],
      equal: `${head}`,
      different_versions: [`${forged}`],
    });
    expect(await readJson(serving, `/execution/by_version/${forged}`)).toMatchObject({
      outcome: "different",
      differences: [{ part: "gas" }],
    });
    await using again = await composeNode(...args);
    await waitFor(
      async () => again.output(),
      (output) => output.includes(`executed again, from version ${head + 1n} on`),
    );
    expect(await again.stop()).toBe(0);
  });
});
