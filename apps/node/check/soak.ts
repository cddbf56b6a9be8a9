// Does a node that serves, follows and prunes for long, while everything around it fails, ever tell a falsehood or grow?
//   pnpm check:soak [--seconds N] [--seed X] [--clients N]
// A local network (the model) is never pruned, stopped or killed. The node under test follows it through a proxy that fails, with two
// processes that serve, a small window and a disk budget; its processes are killed and it is restarted, in order and by SIGKILL. Every
// answer about a version is compared with the model's, byte by byte.

import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { Random } from "@ledger/random";
import { readResidentMemory } from "./process-memory.ts";
import { startFaultyProxy } from "./soak/faulty-proxy.ts";
import { type Known, makeQuestion, type Question } from "./soak/questions.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    seed: { type: "string", default: `${Date.now() % 2 ** 31}` },
    clients: { type: "string", default: "6" },
    count: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed);
const random = new Random(seed);

/** Bounds that a node must keep. */
const bounds = { walMiB: 80, residentMiB: 700, database: 48 } as const;
const mebibyte = 2 ** 20;
/** Milliseconds between two kills of a process, and between two restarts of the node, about. */
const killInterval = 7_000;
const restartInterval = 45_000;
/** Transactions a second that are sent to the network. */
const transactions = 8;

const log = (line: string): void => void process.stdout.write(`${line}\n`);
log(`seed ${seed}, ${seconds} seconds`);

using modelDir = createDataDir();
using dataDir = createDataDir();
await using model = await startNode(
  ...["--data-dir", modelDir.path, "--block-interval", "100", "--state-window", "0", "--max-connections", "9999"],
);
await using proxy = await startFaultyProxy(model.url, new Random(seed + 1));

const startFollower = (): Promise<NodeProcess> =>
  startNode(
    ...["--data-dir", dataDir.path, "--follow", `${proxy.url}/v1`, "--workers", "2", "--max-connections", "9999"],
    ...["--state-window", "2000", "--disk-budget", `${bounds.database - 16}MiB`],
  );
let follower = await startFollower();
const end = performance.now() + seconds * 1_000;
const isOver = (): boolean => performance.now() >= end;

const counts = { right: 0, wrong: 0, pruned: 0, refused: 0, unreachable: 0, kills: 0, restarts: 0, sent: 0 };
const statuses = new Map<number, number>();
const peaks = { walMiB: 0, residentMiB: 0, databaseMiB: 0 };
const latencies: Record<Question["group"], number[]> = { point: [], page: [], view: [], head: [] };
const addresses = ["0x1", "0xa"];
const hashes: string[] = [];
let known: Known | undefined;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

async function ask(url: string, { path, body, accept }: Question): Promise<Answer> {
  const response = await fetch(`${url}/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { accept, ...(body !== undefined && { "content-type": "application/json" }) },
    body: body ?? null,
    signal: AbortSignal.timeout(40_000),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()).toString("latin1"),
  };
}

function fail(question: Question, ours: Answer, why: string): void {
  counts.wrong++;
  if (counts.wrong > 10) return;
  const asked = JSON.stringify(question, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
  const { oldest, head } = known ?? {};
  log(`WRONG ${asked} (versions ${oldest} to ${head}): ${ours.status} ${ours.body.slice(0, 300)}\n  ${why}`);
}

/** Compares one answer with the model's. */
async function compare(question: Question, ours: Answer): Promise<void> {
  const oldest = BigInt(ours.headers.get("x-svc-ledger-oldest-version") ?? -1);
  const head = BigInt(ours.headers.get("x-svc-ledger-version") ?? -1);
  statuses.set(ours.status, (statuses.get(ours.status) ?? 0) + 1);
  if (ours.status === 503) {
    // Health may say that the upstream fails, and a node that begins has nothing yet.
    if (question.path !== "/-/healthy") counts.refused++;
    return;
  }
  if (oldest < 0n || head < oldest) return fail(question, ours, `headers: ${oldest} to ${head}`);
  if (question.version === undefined) {
    if (ours.status !== 200) return fail(question, ours, "expected 200");
    const theirs = await ask(model.url, question);
    if (BigInt(theirs.headers.get("x-svc-ledger-version") ?? -1) < head) fail(question, ours, "ahead of the model");
    else counts.right++;
    return;
  }
  if (ours.status === 410) {
    if (question.version >= oldest) fail(question, ours, `pruned, but the oldest version is ${oldest}`);
    else counts.pruned++;
    return;
  }
  const theirs = await ask(model.url, question);
  // A hash whose record was pruned is not known any more.
  if (question.version < 0n && ours.status === 404) counts.pruned++;
  else if (theirs.status !== ours.status || theirs.body !== ours.body) {
    fail(question, ours, `the model says ${theirs.status} ${theirs.body.slice(0, 300)}`);
  } else counts.right++;
}

async function runClient(): Promise<void> {
  const own = new Random(random.below(2 ** 31));
  while (!isOver()) {
    if (known === undefined) {
      await delay(50);
      continue;
    }
    const question = makeQuestion(own, known);
    const started = performance.now();
    let ours: Answer;
    try {
      ours = await ask(follower.url, question);
    } catch {
      // Its process was killed, or the node is being restarted.
      counts.unreachable++;
      await delay(50);
      continue;
    }
    latencies[question.group].push(performance.now() - started);
    await compare(question, ours);
  }
}

/** Looks what the node has, as its clients would. */
async function learn(): Promise<void> {
  while (!isOver()) {
    try {
      const { headers, status } = await ask(follower.url, {
        group: "head",
        path: "",
        version: undefined,
        accept: "*/*",
      });
      const read = (name: string): bigint => BigInt(headers.get(`x-svc-${name}`) ?? 0);
      if (status === 200) {
        known = {
          ...{ oldest: read("ledger-oldest-version"), head: read("ledger-version"), height: read("block-height") },
          ...{ addresses, hashes },
        };
      }
    } catch {
      // As above.
    }
    await delay(100);
  }
}

/** Sends transactions to the network: new accounts, and more for those that are there. */
async function produce(): Promise<void> {
  while (!isOver()) {
    const address =
      random.fraction() < 0.3 || addresses.length < 20
        ? `0x${Array.from({ length: 64 }, () => random.pick([..."0123456789abcdef"])).join("")}`
        : random.pick(addresses);
    const response = await fetch(`${model.url}/fund`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ address, amount: 1_000 }),
    }).catch(() => undefined);
    if (response?.ok === true) {
      const { txn_hashes: sent } = (await response.json()) as { txn_hashes: string[] };
      hashes.push(...sent.map((hash) => (hash.startsWith("0x") ? hash : `0x${hash}`)));
      if (!addresses.includes(address)) addresses.push(address);
      if (hashes.length > 2_000) hashes.splice(0, 1_000);
      counts.sent++;
    }
    await delay(1_000 / transactions);
  }
}

/** Ids of the processes that serve. */
function servingProcesses(): number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...command]) => Number(parent) === follower.child.pid && command.join(" ").includes("serving.js"),
    )
    .map(([pid]) => Number(pid));
}

async function killProcesses(): Promise<void> {
  while (!isOver()) {
    await delay(killInterval * (0.5 + random.fraction()));
    const pids = servingProcesses();
    if (pids.length === 0 || isOver()) continue;
    try {
      process.kill(random.pick(pids), "SIGKILL");
      counts.kills++;
    } catch {
      // It has ended with the node.
    }
  }
}

async function restart(): Promise<void> {
  for (;;) {
    await delay(restartInterval * (0.5 + random.fraction()));
    if (isOver()) return;
    const inOrder = random.fraction() < 0.5;
    follower.child.kill(inOrder ? "SIGTERM" : "SIGKILL");
    const code = await follower.exited;
    if (inOrder && code !== 0)
      log(`WRONG the node ended with ${code} after SIGTERM:\n${follower.output().slice(-2_000)}`);
    if (inOrder && code !== 0) counts.wrong++;
    follower = await startFollower();
    counts.restarts++;
  }
}

/** Watches what must not grow, and tells how far it is. */
async function watch(): Promise<void> {
  const database = join(dataDir.path, "ledger.db");
  const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size / mebibyte : 0);
  for (let round = 1; !isOver(); round++) {
    await delay(1_000);
    peaks.walMiB = Math.max(peaks.walMiB, sizeOf(`${database}-wal`));
    peaks.databaseMiB = Math.max(peaks.databaseMiB, sizeOf(database));
    for (const pid of [follower.child.pid ?? 0, ...servingProcesses()]) {
      try {
        peaks.residentMiB = Math.max(peaks.residentMiB, readResidentMemory(pid) || 0);
      } catch {
        // It ended.
      }
    }
    if (round % 30 === 0) log(`  ${describe()}`);
  }
}

function describe(): string {
  const { right, wrong, pruned, refused, unreachable, kills, restarts, sent } = counts;
  return (
    `${right} right, ${wrong} wrong, ${pruned} pruned, ${refused} of 503, ${unreachable} not reached; ` +
    `${kills} kills, ${restarts} restarts, ${proxy.faults} upstream faults, ${sent} transactions; ` +
    `versions ${known?.oldest} to ${known?.head}; peaks: ${peaks.residentMiB.toFixed(0)} MiB resident, ` +
    `${peaks.databaseMiB.toFixed(1)} MiB database, ${peaks.walMiB.toFixed(1)} MiB log`
  );
}

await Promise.all([
  ...Array.from({ length: Number(values.clients) }, runClient),
  ...[learn(), produce(), killProcesses(), restart(), watch()],
]);
const exitCode = await follower.stop();

const percentile = (list: readonly number[], share: number): string =>
  list.length === 0 ? "none" : `${list.toSorted((a, b) => a - b)[Math.floor(list.length * share)]?.toFixed(0)} ms`;
for (const [group, list] of Object.entries(latencies)) {
  log(`  ${group.padEnd(5)} ${list.length} answers, p50 ${percentile(list, 0.5)}, p99 ${percentile(list, 0.99)}`);
}
log(
  `  statuses ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join(", ")}`,
);
log(`  ${describe()}`);
const checks: readonly (readonly [string, boolean])[] = [
  [`${counts.wrong} wrong answers of ${counts.right + counts.wrong}`, counts.wrong === 0 && counts.right > 0],
  ["processes were killed, and the node restarted where there was time", counts.kills > 0 || seconds < 10],
  [`write-ahead log at most ${bounds.walMiB} MiB`, peaks.walMiB <= bounds.walMiB],
  [`database at most ${bounds.database} MiB`, peaks.databaseMiB <= bounds.database],
  [`resident memory of each process at most ${bounds.residentMiB} MiB`, peaks.residentMiB <= bounds.residentMiB],
  [`stopped in order (${exitCode})`, exitCode === 0],
];
for (const [text, passed] of checks) log(`${passed ? "ok    " : "FAILED"} ${text}`);
const failed = checks.filter(([, passed]) => !passed).length;
log(`${checks.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
