// Clients that ask for the costliest things there are, as often as they can: how long do the others wait?
// node --conditions=@ledger/source check/fairness.ts [--seconds N] [--seed N] [--genesis FILE] [--heap MB] [--node KIND] [--only TEXT]
import { fork } from "node:child_process";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasVector, vectorPath } from "@ledger/vectors/files";
import { type Attacked, AttackedNodes } from "./fairness/nodes.ts";
import { pointReads, probe, type SmallQuestion, type Waits } from "./fairness/probe.ts";
import type { Attack, AttackReport } from "./fairness/protocol.ts";
import { type Scenario, scenarios } from "./fairness/scenarios.ts";
import { readResidentMemory } from "./process-memory.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
    genesis: { type: "string" },
    heap: { type: "string", default: "512" },
    node: { type: "string" },
    only: { type: "string" },
  },
});

const maxMemory = 600;
/** What is left half a minute after the last attack: the node, its threads, 32 MiB of answers it may keep, and what waits to be collected. */
const maxMemoryLeft = 500;
const hoarded = 10_000;
const log = (line: string): void => void process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;
function check(text: string, isGood: boolean): void {
  log(`${isGood ? "ok    " : "FAILED"} ${text}`);
  if (isGood) passed++;
  else failed++;
}
const describe = ({ count, p50, p99, longest, slowest, failed, failure }: Waits): string =>
  `${count} answers, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms (${slowest}), ${failed} failed${failed > 0 ? ` (${failure})` : ""}`;

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
async function observe<T>(
  { node }: Attacked,
  work: () => Promise<T>,
  others: readonly SmallQuestion[] = pointReads,
  from = "127.0.0.1",
): Promise<{ readonly waits: Waits; readonly memory: number; readonly result: T }> {
  const controller = new AbortController();
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, readResidentMemory(node.child.pid ?? 0));
  }, 100);
  const waiting = probe(node.url, others, controller.signal, from);
  const result = await work();
  controller.abort();
  clearInterval(sampling);
  return { waits: await waiting, memory, result };
}

/** Opens connections until no more are accepted, and sends a line break on each of them now and then. */
async function hoard(url: string, count: number): Promise<void> {
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

async function tryScenario(attacked: Attacked, scenario: Scenario, number: number): Promise<void> {
  const { name, attack, others, p99, longest } = scenario;
  const task = { ...attack, url: attacked.node.url, seed: seed + number, duration };
  const { waits, memory, result } = await observe(attacked, () => run(task), others);
  const answers = Object.entries(result.statuses)
    .map(([status, count]) => `${count} x ${status}`)
    .join(", ");
  const isGood = waits.p99 <= p99 && waits.longest <= longest && waits.failed === 0 && memory <= maxMemory;
  check(
    `${name}: others: ${describe(waits)}; ${memory.toFixed(0)} MiB; attacker: ${answers || "reads nothing"}`,
    isGood,
  );
  if (result.undocumented > 0) check(`${result.undocumented} refusals were not as documented`, false);
}

/** What is left of the attacks on a node after half a minute. */
async function lookAfterwards(attacked: Attacked): Promise<void> {
  await delay(30_000);
  const { waits, memory } = await observe(attacked, () => delay(1_500));
  check(`afterwards: ${describe(waits)}, ${memory.toFixed(0)} MiB`, memory <= maxMemoryLeft);
  const { child, output } = attacked.node;
  check("the node is still there and reports no fault", child.exitCode === null && !/ERROR|FATAL/.test(output()));
}

const seed = Number(options.seed);
const genesis =
  options.genesis ??
  (hasVector("genesis/mainnet.genesis.blob") ? vectorPath("genesis/mainnet.genesis.blob") : undefined);
if (genesis === undefined) log("no genesis of a real network here (--genesis): the local network is asked");
const duration = (Number(options.seconds) * 1_000) / (scenarios.length + 1);
log(`seed ${seed}, ${(duration / 1_000).toFixed(1)} s for each attack, heap of ${options.heap} MB`);

const { node: onlyNode, only } = options;
const nodes = new AttackedNodes(options.heap, genesis);
for (const kind of new Set(scenarios.map(({ node }) => node))) {
  if (kind !== (onlyNode ?? kind)) continue;
  const wanted = scenarios.filter(({ node, name }) => node === kind && name.includes(only ?? ""));
  if (wanted.length === 0) continue;
  await using attacked = await nodes.start(kind);
  // What is asked for the first time takes longer, attack or not.
  const asked = wanted.flatMap(({ others }) => others);
  const before = await observe(attacked, () => delay(1_500), asked);
  log(`       ${kind} node without load: ${describe(before.waits)}, ${before.memory.toFixed(0)} MiB`);
  for (const scenario of wanted) await tryScenario(attacked, scenario, scenarios.indexOf(scenario));
  if (kind === "real" && only === undefined) {
    const { url } = attacked.node;
    const { waits, memory } = await observe(attacked, () => hoard(url, hoarded), pointReads, "127.0.0.2");
    check(
      `${hoarded} connections of one address: another one: ${describe(waits)}; ${memory.toFixed(0)} MiB`,
      waits.p99 <= 100 && waits.failed === 0,
    );
  }
  await lookAfterwards(attacked);
}
log(`${passed} passed, ${failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
