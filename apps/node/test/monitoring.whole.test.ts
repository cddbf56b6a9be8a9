import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { createDataDir, launchNode } from "@ledger/node-process";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { readValue, type Sample, scrape } from "./support/metrics.ts";
import { composeObserved, startObserved } from "./support/observed.ts";
import { expectExported, readQuery } from "./support/queries.ts";
import { servingProcesses } from "./support/serving-processes.ts";
import { shareNode } from "./support/share-node.ts";
import { startProxy } from "./support/tampering-proxy.ts";
import { waitFor } from "./support/wait-for.ts";

const docs = new URL("../../../docs/monitoring/", import.meta.url);

/** A local network that is looked at by most of the tests, which count from what it has counted before. */
const network = shareNode((place) =>
  startObserved(...place, ...["--workers", "2", "--block-interval", "50", "--log-format", "json"]),
);

const status = async (url: string): Promise<number> => (await fetch(url)).status;

describe("what is watched with", () => {
  const dashboard = JSON.parse(readFileSync(new URL("grafana-dashboard.json", docs), "utf8")) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const alerts = parseYaml(readFileSync(new URL("alerts.yaml", docs), "utf8")) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };

  test("the dashboard and the alerts is exported", async () => {
    const node = await network.running();
    await fetch(`${node.url}/v1`);
    await fetch(`${node.url}/v1/transactions?limit=100`);
    const samples = await waitFor(
      () => scrape(node.admin),
      (seen) => seen.some(({ name, labels }) => name === "ledger_store_steps_total" && labels.step === "commit"),
    );
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(30);
    for (const query of queries) expectExported(query.replaceAll("$instance", ".*"), samples);
    const rules = alerts.groups.flatMap(({ rules }) => rules);
    expect(rules.length).toBeGreaterThan(10);
    for (const { expr } of rules) expectExported(expr, samples);
    const shown = new Set(
      [...queries, ...rules.map(({ expr }) => expr)].flatMap((query) =>
        readQuery(query).selectors.map(({ name }) => name.replace(/_(bucket|count|sum)$/, "")),
      ),
    );
    const own = new Set(
      samples.map(({ name }) => name.replace(/_(bucket|count|sum)$/, "")).filter((name) => name.startsWith("ledger_")),
    );
    expect([...own].filter((name) => !shown.has(name))).toEqual([
      "ledger_build_info",
      "ledger_block_height",
      "ledger_epoch",
    ]);
  });
});

test("requests are counted by operation and status, those of all processes together, also of one that has ended", async () => {
  const node = await network.running();
  const ask = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) {
      await fetch(`${node.url}/v1`, { headers: { connection: "close" } });
      await fetch(`${node.url}/v1/transactions/by_version/99999999`, { headers: { connection: "close" } });
      await fetch(`${node.url}/v1/nowhere/${i}`, { headers: { connection: "close" } });
    }
  };
  const counts = async (): Promise<number[]> => {
    const samples = await scrape(node.admin);
    const name = "ledger_http_request_duration_seconds_count";
    const of = (operation_id: string, code: string): number =>
      samples
        .filter(({ labels }) => labels.operation_id === operation_id && labels.status === code)
        .reduce((sum, sample) => (sample.name === name ? sum + sample.value : sum), 0);
    return [of("get_ledger_info", "200"), of("get_transaction_by_version", "404"), of("operation_id_not_set", "404")];
  };
  const before = await counts();
  const more = (count: number): number[] => before.map((value) => value + count);
  const restarts = async (): Promise<number> => readValue(await scrape(node.admin), "ledger_serving_restarts_total");
  const restartsBefore = await restarts();
  await ask(10);
  expect(await counts()).toEqual(more(10));
  process.kill(servingProcesses(node)[0]!, "SIGKILL");
  await waitFor(
    () => scrape(node.admin),
    (samples) =>
      readValue(samples, "ledger_serving_restarts_total") === restartsBefore + 1 &&
      readValue(samples, "ledger_serving_processes") === 2,
  );
  expect(await counts()).toEqual(more(10));
  await ask(5);
  expect(await counts()).toEqual(more(15));
  const samples = await scrape(node.admin);
  const processes = new Set(samples.flatMap(({ labels }) => labels.process ?? []));
  expect([...processes].sort()).toEqual(["api-1", "api-2", "main"]);
});

test("a node of which no process serves is not ready", async () => {
  const node = await network.running();
  expect(await status(`${node.admin}/-/ready`)).toBe(200);
  // They are started again, later each time.
  const refused = await waitFor(
    () => {
      for (const pid of servingProcesses(node)) process.kill(pid, "SIGKILL");
      return fetch(`${node.admin}/-/ready`);
    },
    (answer) => answer.status === 503,
  );
  expect(await refused.text()).toBe("no process serves\n");
  // All of them, which the tests after this one count on.
  await waitFor(
    async () => readValue(await scrape(node.admin), "ledger_serving_processes"),
    (count) => count === 2,
  );
  expect(await status(`${node.admin}/-/ready`)).toBe(200);
});

test("a follower tells how far it is behind, and its probes what it can do", async () => {
  using dataDir = createDataDir();
  const leader = await startProxy((await network.running()).url);
  await using node = await composeObserved("--data-dir", dataDir.path, "--follow", `${leader.url}/v1`);
  const samples = await waitFor(
    () => scrape(node.admin),
    (seen) =>
      readValue(seen, "ledger_records_committed_total") > 20 &&
      seen.some(({ name, labels }) => name === "ledger_store_steps_total" && labels.step === "commit"),
  );
  expect(readValue(samples, "ledger_version")).toBeGreaterThan(10);
  expect(readValue(samples, "ledger_source_version")).toBeGreaterThan(10);
  expect(readValue(samples, "ledger_lag_seconds")).toBeLessThan(60);
  expect(readValue(samples, "ledger_store_steps_total", { step: "commit" })).toBeGreaterThan(0);
  expect(readValue(samples, "ledger_serving_processes")).toBe(1);
  expect(readValue(samples, "process_resident_memory_bytes", { process: "main" })).toBeGreaterThan(1e7);
  for (const base of [node.admin, `${node.url}/v1`, node.url]) {
    expect(await status(`${base}/-/healthy`), base).toBe(200);
    expect(await status(`${base}/-/ready?duration_secs=3600`), base).toBe(200);
    expect(await status(`${base}/-/ready?duration_secs=x`), base).toBe(400);
  }

  await leader[Symbol.asyncDispose]();
  await waitFor(
    () => status(`${node.admin}/-/healthy`),
    (code) => code === 503,
  );
  const stopped = await scrape(node.admin);
  expect(
    readValue(stopped, "ledger_trouble", { kind: "stall" }) + readValue(stopped, "ledger_trouble", { kind: "fault" }),
  ).toBe(1);
  for (const base of [node.admin, node.url]) {
    expect(await status(`${base}/-/healthy`), base).toBe(503);
    expect(await status(`${base}/-/ready`), base).toBe(200);
    expect(await status(`${base}/-/ready?duration_secs=0`), base).toBe(503);
  }
});

test("a node that has no ledger yet is looked at, and says that it is not ready", async () => {
  using dataDir = createDataDir();
  const options = ["--data-dir", dataDir.path, "--follow", "http://127.0.0.1:1/v1", "--admin-listen", "localhost:0"];
  await using node = launchNode(...options);
  const admin = await waitFor(
    async () => /admin(?:\s+|":")(http:\/\/[^\s"/]+)/.exec(node.output())?.[1],
    (url) => url !== undefined,
  );
  const ready = await fetch(`${admin}/-/ready`);
  expect([ready.status, await ready.text()]).toEqual([503, "the ledger is still empty\n"]);
  // Clients look for localhost in either family.
  const families = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (const host of ["127.0.0.1", "::1"].filter((own) => families.some(({ address }) => address === own))) {
    const { port } = new URL(admin ?? "");
    expect((await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${port}/-/ready`)).status, host).toBe(503);
  }
  expect(readValue(await scrape(admin ?? ""), "ledger_trouble", { kind: "withheld" })).toBe(0);
});

test("the log level changes while the node runs, in all of its processes", async () => {
  const node = await network.running();
  const put = (level: string) => fetch(`${node.admin}/log-level`, { method: "PUT", body: level });
  await fetch(`${node.url}/v1`);
  expect(node.output()).not.toContain('"level":"debug"');
  expect((await put("debug")).status).toBe(200);
  expect(await (await fetch(`${node.admin}/log-level`)).text()).toBe("debug\n");
  await waitFor(
    async () => {
      await fetch(`${node.url}/v1`, { headers: { connection: "close" } });
      return node.output();
    },
    (output) => /"level":"debug".*"path":"\/v1"/.test(output),
  );
  expect((await put("loud")).status).toBe(400);
  expect((await put("x".repeat(1_000_000))).status).toBe(400);
  expect((await put("info")).status).toBe(200);
});

test("the admin address answers for this machine only, and for nothing that it does not know", async () => {
  const node = await network.running();
  const { request } = await import("node:http");
  const ask = (path: string, options: object): Promise<number | undefined> =>
    new Promise((resolve) =>
      request(`${node.admin}${path}`, options, (answer) => resolve(answer.resume().statusCode)).end(),
    );
  expect(await ask("/metrics", { headers: { host: "evil.example" } })).toBe(403);
  expect(await ask("/nothing", {})).toBe(404);
  expect(await ask("//", {})).toBe(404);
  expect(await ask("/metrics", { method: "POST" })).toBe(405);
  expect(await ask("/metrics", { method: "HEAD" })).toBe(200);
});

test("services and the admin address are kinds of work like those of the API", async () => {
  const node = await network.running();
  const post = (path: string, body: string) =>
    fetch(node.url + path, { method: "POST", headers: { "content-type": "application/json" }, body });
  const count = (samples: readonly Sample[], name: string, work: string): number =>
    readValue(samples, `ledger_work_${name}`, { work });
  const before = await scrape(node.admin);
  for (let i = 0; i < 3; i++) expect((await post("/v1/graphql", '{"query":"{__typename}"}')).status).toBe(200);
  for (let i = 0; i < 2; i++) expect((await post("/mint?amount=5&address=0xb0b", "")).status).toBe(200);
  const samples = await scrape(node.admin);
  const of = (name: string, work: string): number => count(samples, name, work);
  const more = (work: string): number => of("requests_total", work) - count(before, "requests_total", work);
  expect([more("graphql"), more("faucet"), more("verbs")]).toEqual([3, 2, 0]);
  expect([more("admin"), of("running", "admin")]).toEqual([1, 1]);
  for (const work of [
    "bulk",
    "compute",
    "list",
    "forwarded",
    "lookup",
    "submission",
    "graphql",
    "faucet",
    "verbs",
    "admin",
  ]) {
    for (const name of ["running", "waiting", "away", "refused_total"])
      expect(of(name, work), work).toBeGreaterThanOrEqual(0);
  }
});

test("the clients that cost most are named, from all processes", async () => {
  const node = await network.running();
  const query = { query: "{ processor_status { processor } }" };
  const body = JSON.stringify(query);
  const headers = { "content-type": "application/json" };
  const seen = await waitFor(
    async () => {
      await (await fetch(`${node.url}/v1/graphql`, { method: "POST", body, headers })).arrayBuffer();
      const response = await fetch(`${node.admin}/-/clients`);
      return (await response.json()) as {
        window_seconds: number;
        clients: { client: string; work: string; cpu_seconds: number }[];
      };
    },
    ({ clients }) => clients.some(({ work, cpu_seconds }) => work === "graphql" && cpu_seconds > 0),
  );
  expect(seen.window_seconds).toBe(60);
  expect(seen.clients.length).toBeLessThanOrEqual(5);
  expect(seen.clients.map(({ client }) => client)).toContain("127.0.0.1");
});

test("a page changes nothing at the admin address", async () => {
  const node = await network.running();
  const headers = { origin: "https://evil.example" };
  expect((await fetch(`${node.admin}/log-level`, { method: "PUT", body: "debug", headers })).status).toBe(403);
  expect(await (await fetch(`${node.admin}/log-level`)).text()).toBe("info\n");
});
