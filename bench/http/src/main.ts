// How fast is the node's HTTP API, compared with a bare node:http server that does the same reads, Fastify, and plain Koa?
// node --conditions=@ledger/source src/main.ts [--rounds N] [--seconds N] [--connections N] [--work TEXT] [--peer TEXT] [--program FILE] [--json FILE]
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatRows, type Row } from "@ledger/bench-report";
import { compareCaches } from "./cache.ts";
import { collectExchanges } from "./exchanges.ts";
import { fillLedger, startLedgerNode } from "./ledger-node.ts";
import { type Exchange, writePlan } from "./plan.ts";
import { pair, type Sample } from "./report.ts";
import { pinned, pinTo, type ServerProcess, startServer, stopServers } from "./server-process.ts";
import { compareViews } from "./views.ts";
import { type Load, pressWith } from "./wrk.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    connections: { type: "string", default: "64" },
    work: { type: "string", multiple: true },
    peer: { type: "string", multiple: true },
    program: { type: "string", default: fileURLToPath(new URL("../../../apps/node/dist/main.js", import.meta.url)) },
    json: { type: "string" },
  },
});

const subject = "ledger-node";
const folder = mkdtempSync(join(tmpdir(), "ledger-bench-http-"));
const script = join(folder, "request.lua");
const log = (line: string) => process.stderr.write(`${line}\n`);

/** Measures every server under one load, one after the other; which one goes first changes from round to round. */
async function measureRound(
  servers: readonly (readonly [string, ServerProcess])[],
  exchange: Exchange,
  load: Load,
  round: number,
): Promise<Record<"rate" | "bytes" | "p99" | "cpu", Sample>> {
  const [rate, bytes, p99, cpu]: Record<string, number>[] = [{}, {}, {}, {}];
  for (let i = 0; i < servers.length; i++) {
    const [name, server] = servers[(i + round) % servers.length]!;
    const before = server.cpuSeconds();
    const report = await pressWith(server.url, exchange, load, script);
    cpu![name] = ((server.cpuSeconds() - before) / report.requests) * 1e6;
    rate![name] = report.requestsPerSecond;
    bytes![name] = report.bytesPerSecond;
    p99![name] = report.p99;
  }
  return { rate: rate!, bytes: bytes!, p99: p99!, cpu: cpu! };
}

/** Requests after which the engine has compiled what it will compile. */
const warmUpSeconds = 60_000;

async function warmUp(url: string, exchange: Exchange, load: Load): Promise<void> {
  const enough = exchange.body.length > 100_000 ? warmUpSeconds / 10 : warmUpSeconds;
  for (let done = 0; done < enough; )
    done += (await pressWith(url, exchange, { ...load, seconds: 1 }, script)).requests;
}

async function compareWithPeers(): Promise<Row[]> {
  const node = await startLedgerNode({ program: options.program, dataDir: folder, pin: true });
  const exchanges = (await collectExchanges(node.url)).filter(
    ({ work }) => options.work?.some((text) => work.includes(text)) ?? true,
  );
  const plan = join(folder, "plan.json");
  writePlan(plan, { database: join(folder, "ledger.db"), exchanges });
  const servers: (readonly [string, ServerProcess])[] = [[subject, node]];
  for (const [name, file] of [
    ["bare node:http", "bare"],
    ["Fastify", "fastify"],
    ["Koa + @koa/router", "koa"],
  ] as const) {
    if (options.peer?.some((text) => name.includes(text)) === false) continue;
    const peer = fileURLToPath(new URL(`peers/${file}.ts`, import.meta.url));
    servers.push([name, await startServer(pinTo(0, [process.execPath, ...process.execArgv, peer, plan]))]);
  }
  const load: Load = { connections: Number(options.connections), seconds: Number(options.seconds), pin: true };
  const rows: Row[] = [];
  for (const exchange of exchanges) {
    for (const [, { url }] of servers) await warmUp(url, exchange, load);
    const rounds = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      rounds.push(await measureRound(servers, exchange, load, round));
    }
    for (const [peer] of servers.slice(1)) {
      const both = [subject, peer] as const;
      const { work } = exchange;
      if (exchange.body.length > 100_000)
        rows.push(
          pair(
            work,
            "bytes/s",
            rounds.map(({ bytes }) => bytes),
            both,
            "more",
          ),
        );
      else
        rows.push(
          pair(
            work,
            "requests/s",
            rounds.map(({ rate }) => rate),
            both,
            "more",
          ),
        );
      rows.push(
        pair(
          work,
          "p99 ms",
          rounds.map((round) => round.p99),
          both,
          "less",
        ),
      );
      rows.push(
        pair(
          work,
          "CPU us/request",
          rounds.map(({ cpu }) => cpu),
          both,
          "less",
        ),
      );
    }
    log(formatRows(rows.slice(-3 * (servers.length - 1))));
  }
  return rows;
}

/** Comparisons of the node with itself: options of the subject, and those of its peer. */
const settings = {
  /** Does a second serving process help where the load generator wants a share of the same cores? */
  workers: { subject: ["--workers", "2"], peer: ["--workers", "1"], pin: false, pairs: 1 },
  /** The cost of counting. Two processes of one program differ by 5 %, as the engine compiled them: many pairs tell less than that. */
  metrics: { subject: ["--admin-listen", "127.0.0.1:0"], peer: [], pin: true, pairs: 12 },
} as const;

/** Compares a node with itself, in as many pairs of new processes as the question wants. */
async function compareSettings(work: keyof typeof settings): Promise<Row[]> {
  const { subject: ours, peer, pin, pairs } = settings[work];
  const names = [ours, peer].map((nodeOptions) => [subject, ...nodeOptions].join(" ")) as [string, string];
  const load: Load = { connections: Number(options.connections), seconds: Number(options.seconds), pin };
  const samples = new Map<string, { readonly rate: Sample; readonly cpu: Sample }[]>();
  for (let i = 0; i < pairs; i++) {
    const servers = [
      [names[0], await startCopy(`${work}-${i}-0`, ours, pin)],
      [names[1], await startCopy(`${work}-${i}-1`, peer, pin)],
    ] as const;
    for (const exchange of await collectExchanges(servers[0][1].url)) {
      if (!/^(?:balance|table item) at latest/.test(exchange.work)) continue;
      for (const [, { url }] of servers) await warmUp(url, exchange, load);
      const rounds = samples.get(exchange.work) ?? [];
      samples.set(exchange.work, rounds);
      for (let round = 0; round < Number(options.rounds); round++)
        rounds.push(await measureRound(servers, exchange, load, round));
    }
    await stopServers();
  }
  return [...samples].flatMap(([of, rounds]) => {
    const name = `${of}${pin ? "" : ", shared cores"}`;
    return [
      pair(
        name,
        "requests/s",
        rounds.map(({ rate }) => rate),
        names,
        "more",
      ),
      pair(
        name,
        "CPU us/request",
        rounds.map(({ cpu }) => cpu),
        names,
        "less",
      ),
    ];
  });
}

/** Starts a node on a copy of the ledger. */
function startCopy(name: string, nodeOptions: readonly string[], pin: boolean): Promise<ServerProcess> {
  const dataDir = join(folder, name);
  cpSync(join(folder, "ledger.db"), join(dataDir, "ledger.db"));
  return startLedgerNode({ program: options.program, dataDir, pin, options: nodeOptions });
}

log(
  `${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections, ${pinned ? "server and wrk on a core each" : "not pinned"}`,
);
try {
  await fillLedger(folder);
  const rows = await compareWithPeers();
  await stopServers();
  for (const work of Object.keys(settings) as (keyof typeof settings)[]) {
    if (options.work === undefined || options.work.includes(work)) rows.push(...(await compareSettings(work)));
  }
  const { work, program, rounds, seconds, connections } = options;
  const amounts = { rounds: Number(rounds), seconds: Number(seconds), connections: Number(connections) };
  if (work === undefined || work.includes("views")) rows.push(...(await compareViews({ program, folder, ...amounts })));
  // It needs nginx, so it runs when it is asked for.
  if (work?.includes("cache")) rows.push(...(await compareCaches({ program, folder, ...amounts })));
  process.stdout.write(`${formatRows(rows)}\n`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);
} finally {
  await stopServers();
  rmSync(folder, { recursive: true, force: true });
}
