import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  createDataDir,
  launchNodeIn,
  runCommand,
  runNodeToEnd,
  type ServingNode,
  startNode,
  untilServing,
} from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { needsPostgres, type PostgresServer, startPostgres } from "@ledger/postgres-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { readValue, type Sample, scrape } from "../support/metrics.ts";
import { mint } from "../support/mint.ts";
import { composeObserved, type ObservedNode, startObserved, withAdmin } from "../support/observed.ts";
import { expectExported } from "../support/queries.ts";
import { shareNodes } from "../support/share-node.ts";
import { waitFor } from "../support/wait-for.ts";

/** Keeps all history, and no index, which nothing here asks. */
const lean = ["--state-window", "0", "--ledger-window", "0", "--index", "off"];
/** Makes blocks by itself. */
const busy = ["--block-interval", "100", "--workload", "off", ...lean];

async function headOf({ url }: ServingNode): Promise<number> {
  const { ledger_version = "-1" } = (await (await fetch(`${url}/v1`)).json()) as { ledger_version?: string };
  return Number(ledger_version);
}

async function transactions({ url }: ServingNode): Promise<string> {
  return (await fetch(`${url}/v1/transactions?start=0&limit=20`)).text();
}

const reaches = (node: ServingNode, version: number) =>
  waitFor(
    () => headOf(node),
    (head) => head >= version,
  );

/** A local network without blocks of its own accord, and a node that only serves its folder and was started before it. */
const inFolder = shareNodes(async (folder) => {
  const place = ["--data-dir", folder];
  const early = launchNodeIn({}, "--role", "api", "--admin-listen", "0", ...place);
  const serving = untilServing(early);
  await waitFor(
    async () => early.output(),
    (output) => output.includes("not available yet"),
  );
  const writer = await composeNode(...place, "--block-interval", "0", "--workload", "off", ...lean);
  return { writer, server: withAdmin(await serving) };
});

/** Has a network make blocks up to a version. */
async function grow(node: ServingNode, version: number): Promise<void> {
  while ((await headOf(node)) < version) await mint(node.url, "0xb0b", 1);
}

test("a node that only serves answers from the folder of one that writes, and waits for it to begin", async () => {
  const { writer, server } = await inFolder.running();
  await grow(writer, 20);
  await reaches(server, 20);
  expect((await transactions(server)) === (await transactions(writer))).toBe(true);
});

/** What a node shows on its admin address, once it serves. */
async function expectObserved({ admin, url }: ObservedNode): Promise<void> {
  await waitFor(
    async () => (await scrape(admin)).find(({ name }) => name === "ledger_version"),
    (sample) => sample !== undefined && sample.value >= 0,
  );
  await waitFor(
    async () => (await fetch(`${admin}/-/ready`)).status,
    (status) => status === 200,
  );
  expect((await fetch(`${url}/v1`)).status).toBe(200);
}

test("a node that only serves shows its metrics", async () => {
  const { server } = await inFolder.running();
  await expectObserved(server);
});

test("a node that only serves takes no source of a ledger", async () => {
  const { code, output } = await runCommand("start", "--role", "api", "--follow", "http://127.0.0.1:1/v1");
  expect(code).toBe(1);
  expect(output).toContain("--role: 'api' cannot be combined with --follow");
});

describe("a ledger on PostgreSQL", needsPostgres, () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  beforeAll(async () => {
    primary = await startPostgres({ settings: { fsync: "off" } });
    replica = await primary.startReplica();
  });
  afterAll(async () => {
    await replica?.close();
    await primary?.close();
  });

  /** A writer, and two that serve a replica: one that refuses what that has not yet, and one of two processes that waits for it. */
  const served = shareNodes(async () => {
    const schema = "schema=served";
    const writer = await composeObserved("--store", primary.url(schema), ...busy);
    await reaches(writer, 0);
    const api = ["--role", "api", "--store", replica.url(schema)];
    const server = await composeObserved(...api);
    return { writer, server, patient: await startObserved(...api, "--workers", "2", "--wait-for-version", "20000") };
  });

  /** A ledger that was written by one node, which answered from a replica, then wanted by another, and taken over by a third. */
  const takenOver = shareNodes(async () => {
    const schema = "schema=taken_over";
    const store = ["--store", primary.url(schema)];
    const args = [...store, ...busy];
    const first = await composeNode(...args, "--read-store", replica.url(schema));
    await reaches(first, 12);
    const replicated = Number(replica.sql("select max(version) from taken_over.head"));
    const refused = await runNodeToEnd(...args);
    const ended = await first.stop();
    return { store, replicated, refused, ended, third: await composeNode(...args) };
  });

  test("is followed by a node on a file, which follows a node on a file", async () => {
    using lastDir = createDataDir();
    const { writer: first } = await inFolder.running();
    await grow(first, 25);
    const store = ["--store", primary.url("schema=followed")];
    await using middle = await composeNode(...store, "--follow", `${first.url}/v1`, ...lean);
    await using last = await composeNode("--data-dir", lastDir.path, "--follow", `${middle.url}/v1`, ...lean);
    await reaches(last, 25);
    const expected = await transactions(first);
    expect(JSON.parse(expected)).toHaveLength(20);
    expect(await transactions(middle)).toBe(expected);
    expect(await transactions(last)).toBe(expected);
    await middle.stop();
    const { code, output } = await runCommand("verify", ...store);
    expect(output).toContain("verified");
    expect(code).toBe(0);
  });

  test("is shown in metrics by the node that writes it, and by one that only serves it", async () => {
    const { writer, server, patient } = await served.running();
    await expectObserved(writer);
    const alerts = readFileSync(new URL("../../../../docs/monitoring/alerts-postgres.yaml", import.meta.url), "utf8");
    const { groups } = parseYaml(alerts) as { groups: { rules: { expr: string }[] }[] };
    const queries = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(3);
    for (const node of [server, patient]) {
      await expectObserved(node);
      const samples = await scrape(node.admin);
      for (const query of queries) expectExported(query, samples);
      expect(readValue(samples, "ledger_store_lease_left_seconds")).toBeGreaterThan(0);
      expect(readValue(samples, "ledger_store_replica_lag_seconds")).toBeLessThan(60);
      expect(readValue(samples, "ledger_store_connections")).toBeGreaterThan(0);
    }
    // Of the primary there is no lag; what the writer tries again is counted, too.
    const before = await scrape(writer.admin);
    expect(before.filter(({ name }) => name === "ledger_store_replica_lag_seconds")).toEqual([]);
    // A connection that nothing waits for would only be opened again.
    primary.sql(
      `begin; lock table served.store in access exclusive mode; select pg_sleep(3);
       select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ledger-node'; commit`,
    );
    const retries = (samples: readonly Sample[]) => samples.filter(({ name }) => name === "ledger_store_retries_total");
    await waitFor(
      () => scrape(writer.admin),
      (samples) => retries(samples).reduce((sum, { value }) => sum + value, 0) > 0,
    );
  });

  test("is written by one node: another one is refused, and takes over when the first has ended", async () => {
    const { refused, ended, third } = await takenOver.running();
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("store_locked: another node is writing");
    expect(ended).toBe(0);
    expect(third.output()).toContain("continue  local network");
  });

  test("is served by a replica as far as that has it; a request may wait for a version", async () => {
    const { writer, server, patient } = await served.running();
    // A node may write to the primary and answer from a replica beside it.
    await reaches(server, 20);
    replica.sql("select pg_wal_replay_pause()");
    const ahead = (await headOf(server)) + 30;
    await reaches(writer, ahead);
    const path = `/v1/accounts/0x1/resource/0x1::chain_id::ChainId?ledger_version=${ahead}`;
    const refused = await fetch(server.url + path);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error_code: "version_not_found" });
    expect(Number(refused.headers.get("x-svc-ledger-version"))).toBeLessThan(ahead);
    const waiting = fetch(patient.url + path);
    replica.sql("select pg_wal_replay_resume()");
    const answer = await waiting;
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(await (await fetch(writer.url + path)).text());
    expect(Number(answer.headers.get("x-svc-ledger-version"))).toBeGreaterThanOrEqual(ahead);
  });

  test("a transaction of a node that answers from a replica is pending until that shows it, and never unknown", async () => {
    const store = ["--store", primary.url("schema=lagging"), "--read-store", replica.url("schema=lagging")];
    await using node = await composeNode(...store, "--block-interval", "0", "--workload", "off", ...lean);
    await grow(node, 1);
    replica.sql("select pg_wal_replay_pause()");
    const minted = await fetch(`${node.url}/mint?address=0xb0b&amount=1`, { method: "POST" });
    const [hash] = (await minted.json()) as [string];
    const typeOf = async (): Promise<unknown> =>
      ((await (await fetch(`${node.url}/v1/transactions/by_hash/${hash}`)).json()) as { type?: string }).type;
    const head = () => Number(primary.sql("select max(version) from lagging.head"));
    const before = Number(replica.sql("select max(version) from lagging.head"));
    await waitFor(
      async () => head(),
      (version) => version > before,
    );
    expect(await typeOf()).toBe("pending_transaction");
    replica.sql("select pg_wal_replay_resume()");
    const seen = new Set<unknown>();
    await waitFor(typeOf, (type) => {
      seen.add(type);
      return type === "user_transaction";
    });
    expect(seen).not.toContain(undefined);
  });

  test("is that of a local network with a faucet, and of the commands", async () => {
    const { third: node, store } = await takenOver.running();
    const address = `0x${"ab".repeat(32)}`;
    const minted = await fetch(`${node.url}/mint?address=${address}&amount=1000`, { method: "POST" });
    expect(minted.status).toBe(200);
    const view = {
      function: "0x1::coin::balance",
      type_arguments: ["0x1::aptos_coin::AptosCoin"],
      arguments: [address],
    };
    const headers = { "content-type": "application/json" };
    const balance = async () =>
      (await fetch(`${node.url}/v1/view`, { method: "POST", headers, body: JSON.stringify(view) })).text();
    expect(await waitFor(balance, (text) => text !== '["0"]')).toBe('["1000"]');
    await reaches(node, 20);
    expect((await runCommand("stats", ...store)).output).toContain("records      from version 0 on");
    await node.stop();
    const plan = await runCommand("prune", "--dry-run", "--state-window", "5", "--ledger-window", "5", ...store);
    expect(plan.output).toMatch(/ledger below version \d+: \d+ records/);
    expect(await runCommand("verify", ...store)).toMatchObject({ code: 0 });
    // The server has tools of its own for these; both say what to do instead.
    for (const command of ["backup", "restore"]) {
      const { code, output } = await runCommand(command, "a-file.db", ...store);
      expect(code).toBe(1);
      expect(output).toContain("db copy");
    }
  });

  test("is written to the primary and answered from a replica by one node", async () => {
    const { replicated } = await takenOver.running();
    expect(replicated).toBeGreaterThanOrEqual(12);
  });
});

describe("the password of a PostgreSQL store", needsPostgres, () => {
  const password = "s3cret-p4ssword";
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: "off" }, password });
  });
  afterAll(() => server?.close());

  test("comes from a file, and is neither logged nor shown by ps", async () => {
    using folder = createDataDir();
    const file = join(folder.path, "password");
    writeFileSync(file, `${password}\n`, { mode: 0o600 });
    const args = ["--store", server.url("schema=by_file"), "--store-password-file", file, "--log-level", "debug"];
    await using node = await startNode(...args);
    await reaches(node, 0);
    expect(node.output()).not.toContain(password);
    expect(spawnSync("ps", ["-ef"], { encoding: "utf8" }).stdout).not.toContain(password);
  });

  test("comes from the environment", async () => {
    const args = ["--store", server.url("schema=by_variable")];
    await using node = await untilServing(launchNodeIn({ LEDGER_STORE_PASSWORD: password }, ...args));
    await reaches(node, 0);
  });

  test("is refused on the command line, and its absence is named", async () => {
    const url = new URL(server.url());
    url.password = password;
    const named = await runCommand("start", "--store", url.href);
    expect(named.code).toBe(1);
    expect(named.output).toContain("--store-password-file");
    expect(named.output).not.toContain(password);
    const missing = await runCommand("start", "--listen", "127.0.0.1:0", "--store", server.url());
    expect(missing.code).toBe(1);
    expect(missing.output).toMatch(/access_denied|unavailable/);
  });
});

test.each(["1", "2"])(
  "a reader of a local network judges time as its writer does, with %s processes",
  async (workers) => {
    const { writer } = await inFolder.running();
    const start = workers === "1" ? composeNode : startNode;
    await using reader = await start("--data-dir", inFolder.folder, "--role", "api", "--workers", workers);
    const simulated = async ({ url }: ServingNode): Promise<number> => {
      const body = JSON.stringify({ steps: [{ type: "view", function: "0x1::timestamp::now_microseconds" }] });
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${url}/v1/-/simulate`, { method: "POST", headers, body });
      return Number(((await answer.json()) as { steps: [{ results: [string] }] }).steps[0].results[0]);
    };
    const { ledger_timestamp: latest } = (await (await fetch(`${reader.url}/v1`)).json()) as {
      ledger_timestamp: string;
    };
    await setTimeout(3_000);
    const [first, second] = [await simulated(writer), await simulated(reader)];
    expect(first - Number(latest)).toBeGreaterThan(2_500_000);
    expect(second).toBeGreaterThanOrEqual(first);
  },
);
