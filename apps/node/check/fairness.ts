// Clients that ask for the costliest things there are, as often as they can: how long do the others wait?
// node --conditions=@ledger/source check/fairness.ts [--seconds N] [--seed N] [--genesis FILE] [--heap MB]
import { fork } from "node:child_process";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDataDir, launchNodeIn, untilServing } from "@ledger/node-process";
import { hasVector, vectorPath } from "@ledger/vectors/files";
import { probe, type Waits } from "./fairness/probe.ts";
import type { Attack, AttackReport } from "./fairness/protocol.ts";
import { costlyQuestions, differentQuestions, genesisTransaction, largeBodies } from "./fairness/questions.ts";
import { readResidentMemory } from "./process-memory.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
    genesis: { type: "string" },
    heap: { type: "string", default: "512" },
    only: { type: "string" },
  },
});

/** A kind of attack, and what the others may notice of it. Times in milliseconds, memory in MiB. */
interface Scenario {
  readonly name: string;
  readonly attack: Omit<Attack, "url" | "seed" | "duration">;
  readonly p99: number;
  readonly longest: number;
}

const scenarios: readonly Scenario[] = [
  {
    name: "400 connections ask for the genesis transaction and read nothing",
    attack: { connections: 400, reads: false, questions: [genesisTransaction] },
    p99: 100,
    longest: 500,
  },
  {
    name: "400 connections ask for different large answers and read nothing",
    attack: { connections: 400, reads: false, questions: differentQuestions(400) },
    p99: 100,
    longest: 500,
  },
  {
    name: "200 connections ask for the genesis transaction and read",
    attack: { connections: 200, reads: true, questions: [genesisTransaction] },
    p99: 100,
    longest: 500,
  },
  {
    name: "200 connections ask for different large answers and read",
    attack: { connections: 200, reads: true, questions: differentQuestions(400) },
    p99: 100,
    longest: 500,
  },
  {
    name: "200 connections ask for everything that is costly",
    attack: { connections: 200, reads: true, questions: costlyQuestions },
    p99: 100,
    longest: 500,
  },
  {
    name: "100 connections send bodies of 8 MiB to every route",
    attack: { connections: 100, reads: true, questions: largeBodies() },
    p99: 200,
    longest: 1_000,
  },
];

const maxMemory = 600;
/** What is left half a minute after the last attack: the node, its two threads, 32 MiB of answers it may keep, and what waits to be collected. */
const maxMemoryLeft = 500;
/** What `npm start`, the container and the systemd unit set. */
const freeing = { MALLOC_MMAP_THRESHOLD_: "131072" };
const hoarded = 10_000;
const log = (line: string): void => void process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;
function check(text: string, isGood: boolean): void {
  log(`${isGood ? "ok    " : "FAILED"} ${text}`);
  if (isGood) passed++;
  else failed++;
}
const describe = ({ count, p50, p99, longest, failed }: Waits): string =>
  `${count} answers, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms, ${failed} failed`;

/** Runs an attack in a process of its own. */
function run(attack: Attack): Promise<AttackReport> {
  const child = fork(fileURLToPath(new URL("./fairness/attacker.ts", import.meta.url)));
  child.send(attack);
  return new Promise((resolve, reject) => {
    child.once("message", (report) => resolve(report as AttackReport));
    child.once("exit", (code) => reject(new Error(`the attacker ended with ${code}`)));
  });
}

/** Watches a node while something happens to it. */
async function observe(url: string, pid: number, work: () => Promise<unknown>, from: string) {
  const controller = new AbortController();
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, readResidentMemory(pid));
  }, 100);
  const waiting = probe(url, controller.signal, from);
  await work();
  controller.abort();
  clearInterval(sampling);
  return { waits: await waiting, memory };
}

/** Opens connections until no more are accepted, and sends a line break on each of them now and then. */
async function hoard(url: string, count: number, duration: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i++) {
    sockets.push(connect(Number(port), hostname).on("error", () => undefined));
    if (i % 100 === 0) await delay(5);
  }
  const sending = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("\r\n");
  }, 1_000);
  await delay(duration);
  clearInterval(sending);
  for (const socket of sockets) socket.destroy();
}

const seed = Number(options.seed);
const genesis =
  options.genesis ??
  (hasVector("genesis/mainnet.genesis.blob") ? vectorPath("genesis/mainnet.genesis.blob") : undefined);
if (genesis === undefined) log("no genesis of a real network here (--genesis): the local network is asked");
const duration = (Number(options.seconds) * 1_000) / (scenarios.length + 1);
log(`seed ${seed}, ${(duration / 1_000).toFixed(1)} s for each attack, heap of ${options.heap} MB`);

using dataDir = createDataDir();
const flags = genesis === undefined ? [] : ["--genesis", genesis];
await using node = await untilServing(
  launchNodeIn(
    { NODE_OPTIONS: `--max-old-space-size=${options.heap}`, ...freeing },
    "--data-dir",
    dataDir.path,
    ...flags,
  ),
);
const pid = node.child.pid ?? 0;
const before = await observe(node.url, pid, () => delay(1_500), "127.0.0.1");
log(`       without load: ${describe(before.waits)}, ${before.memory.toFixed(0)} MiB`);

for (const [i, { name, attack, p99, longest }] of scenarios.entries()) {
  if (options.only !== undefined && !name.includes(options.only)) continue;
  let report: AttackReport | undefined;
  const { waits, memory } = await observe(
    node.url,
    pid,
    async () => {
      report = await run({ ...attack, url: node.url, seed: seed + i, duration });
    },
    "127.0.0.1",
  );
  const answers = Object.entries(report!.statuses)
    .map(([status, count]) => `${count} x ${status}`)
    .join(", ");
  const isGood = waits.p99 <= p99 && waits.longest <= longest && waits.failed === 0 && memory <= maxMemory;
  check(
    `${name}: others: ${describe(waits)}; ${memory.toFixed(0)} MiB; attacker: ${answers || "reads nothing"}`,
    isGood,
  );
  if (report!.undocumented > 0) check(`${report!.undocumented} refusals were not as documented`, false);
}
if (options.only === undefined) {
  const { waits, memory } = await observe(node.url, pid, () => hoard(node.url, hoarded, duration), "127.0.0.2");
  check(
    `${hoarded} connections of one address: another one: ${describe(waits)}; ${memory.toFixed(0)} MiB`,
    waits.p99 <= 100 && waits.failed === 0,
  );
}
await delay(30_000);
const after = await observe(node.url, pid, () => delay(1_500), "127.0.0.1");
check(`afterwards: ${describe(after.waits)}, ${after.memory.toFixed(0)} MiB`, after.memory <= maxMemoryLeft);
check(
  `the node is still there and reports no fault`,
  node.child.exitCode === null && !/ERROR|FATAL/.test(node.output()),
);
log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
