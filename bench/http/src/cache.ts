import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { compare, type Row } from "@ledger/bench-report";
import { collectExchanges } from "./exchanges.ts";
import { startLedgerNode } from "./ledger-node.ts";
import { pinTo, type ServerProcess, startServer } from "./server-process.ts";
import { pressWith } from "./wrk.ts";

/** Inputs of {@link compareCaches}. */
export interface CacheOptions {
  /** Path of the built program. */
  readonly program: string;
  /** Holds the ledger, and takes what is written. */
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** Two nodes, with the cache of the guide in front or without anything. */
interface Setting {
  readonly name: string;
  readonly nodes: readonly ServerProcess[];
  readonly cache: ServerProcess | undefined;
}

const plainName = "two nodes behind nginx";
const sharedName = "the same with --shared-cache 1s";
const directName = "one node, asked directly";

/**
 * Measures two nodes behind the cache that the guide configures, with and without `--shared-cache`, and one node that is asked directly:
 * requests a second, and processor time of a request in all processes together.
 */
export async function compareCaches({ program, folder, rounds, seconds, connections }: CacheOptions): Promise<Row[]> {
  const start = (name: string, options: readonly string[] = []): Promise<ServerProcess> => {
    const dataDir = join(folder, `cache-${name}`);
    cpSync(join(folder, "ledger.db"), join(dataDir, "ledger.db"));
    return startLedgerNode({ program, dataDir, pin: true, options });
  };
  const pairOf = async (name: string, id: string, options: readonly string[]): Promise<Setting> => {
    const nodes = [await start(`${id}-0`, options), await start(`${id}-1`, options)];
    return { name, nodes, cache: await startCache(join(folder, `cache-${id}-0`), nodes, options.length > 0) };
  };
  const settings = [
    { name: directName, nodes: [await start("direct")], cache: undefined },
    await pairOf(plainName, "plain", []),
    await pairOf(sharedName, "shared", ["--shared-cache", "1s"]),
  ];
  const urlOf = ({ cache, nodes }: Setting): string => (cache ?? nodes[0]!).url;
  const cpuOf = ({ cache, nodes }: Setting): number =>
    [...nodes, ...(cache === undefined ? [] : [cache])].reduce((sum, server) => sum + server.cpuSeconds(), 0);
  const rows: Row[] = [];
  for (const exchange of await collectExchanges(settings[0]!.nodes[0]!.url)) {
    if (!/^(?:balance at latest|ledger info|balance at a past version)$/.test(exchange.work)) continue;
    const rate = new Map<string, number[]>(settings.map(({ name }) => [name, []]));
    const cpu = new Map<string, number[]>(settings.map(({ name }) => [name, []]));
    for (let round = -1; round < rounds; round++) {
      for (const setting of settings) {
        const before = cpuOf(setting);
        const load = { connections, seconds, pin: true };
        const report = await pressWith(urlOf(setting), exchange, load, join(folder, "cache.lua"));
        if (round < 0) continue;
        rate.get(setting.name)!.push(report.requestsPerSecond);
        cpu.get(setting.name)!.push(((cpuOf(setting) - before) / report.requests) * 1e6);
      }
    }
    for (const name of [plainName, sharedName]) {
      const names = { work: exchange.work, subject: name, peer: directName };
      rows.push(compare({ ...names, unit: "requests/s" }, rate.get(name)!, rate.get(directName)!, "more"));
      rows.push(compare({ ...names, unit: "CPU us/request" }, cpu.get(name)!, cpu.get(directName)!, "less"));
      const setting = settings.find((candidate) => candidate.name === name)!;
      process.stderr.write(
        `${exchange.work}, ${name}: ${await hitRate(urlOf(setting), exchange.url)} of 300 from the cache\n`,
      );
    }
  }
  return rows;
}

/** How many of 300 requests, a hundredth of a second apart, the cache answers without a node. */
async function hitRate(url: string, path: string): Promise<number> {
  let hits = 0;
  for (let i = 0; i < 300; i++) {
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    const state = answer.headers.get("x-cache");
    if (state === "HIT" || state === "STALE" || state === "UPDATING") hits += 1;
    await delay(10);
  }
  return hits;
}

/** Runs the cache of the guide, in one process, on the core of the nodes. @param keeps - whether it is a cache at all */
async function startCache(folder: string, nodes: readonly ServerProcess[], keeps: boolean): Promise<ServerProcess> {
  const guide = readFileSync(new URL("../../../docs/guides/run-a-node.md", import.meta.url), "utf8");
  const snippet = guide.split("```nginx\n").find((part) => part.includes("proxy_cache_path"));
  if (snippet === undefined) throw new Error("the guide configures no cache");
  const port = await freePort();
  const upstreams = nodes.map(({ url }) => `server ${new URL(url).host} max_fails=0;`).join(" ");
  const servers = snippet
    .split("```")[0]!
    .replace("/var/cache/nginx/ledger", join(folder, "cache"))
    .replace("server 127.0.0.1:8080 max_fails=0;", upstreams)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *proxy_cache.*$/gm, (line) => (keeps ? line : ""));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(" ");
  const file = join(folder, "nginx.conf");
  const own = `daemon off; master_process off; pid ${join(folder, "nginx.pid")}; error_log stderr;`;
  writeFileSync(
    file,
    `${own}\nevents { worker_connections 1024; }\nhttp { access_log off; ${temporary}\n${servers}\n}\n`,
  );
  const run = `echo http://127.0.0.1:${port}; exec nginx -c ${file} -p ${folder}`;
  const cache = await startServer(pinTo(0, ["sh", "-c", run]));
  // It says where it listens before it does.
  for (let look = 0; look < 100; look++) {
    const answer = await fetch(`${cache.url}/v1`).catch(() => undefined);
    if (answer?.ok) return cache;
    await delay(50);
  }
  throw new Error("nginx does not answer");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
