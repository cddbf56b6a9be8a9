import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { vector } from "@ledger/bcs";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { bytesToHex, hashSignedTransaction, type SignedTransaction as Signed, SignedTransaction } from "@ledger/types";
import { readCoreSender, signedBcs } from "./http.ts";
import { createSenders, ringOfTransfers, transfer } from "./workload.ts";

/** Many clients at a time. */
export interface LoadOptions {
  readonly rounds: number;
  readonly transfers: number;
  /** Requests that are under way at a time. */
  readonly connections: number;
  /** Transfers of a request; at most ten. */
  readonly perRequest: number;
}

/** Rates of transfers that are handed in over HTTP, one sample a round. */
export interface LoadFigures {
  /** Transfers a second, from the first request until the last transfer is committed. */
  readonly rates: readonly number[];
  /** Transfers in a second of the node's processor time. */
  readonly cpu: readonly number[];
  /** Transfers in a second of processor time of the thread that uses most of it: what the node makes where every thread has a core. */
  readonly busiest: readonly number[];
  /** Records of the ledger for each transfer: 3 where each has a block of its own. */
  readonly records: readonly number[];
}

const batches = vector(SignedTransaction);
/** Rounds before the first that counts: a node that has just started runs code that is not compiled yet. */
const warmUpRounds = 2;

/** Measures transfers that many clients hand to one node; its blocks are made on demand. */
export async function measureLoad({ rounds, transfers, connections, perRequest }: LoadOptions): Promise<LoadFigures> {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workload", "off", "--block-interval", "0");
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const nowSecs = BigInt(Math.floor(Date.now() / 1_000));
  const core = await readCoreSender(node);
  const senders = createSenders(100);
  const funding = senders.map(({ address }) => transfer(core, address, 1_000_000_000n, nowSecs));
  await press(agent, node, inRequests(funding, 1), 1);
  const figures = { rates: [] as number[], cpu: [] as number[], busiest: [] as number[], records: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round++) {
    const requests = inRequests(ringOfTransfers(senders, transfers, nowSecs), perRequest);
    const versionBefore = await version(agent, node);
    const cpuBefore = cpuSeconds(node);
    const threadsBefore = threadSeconds(node);
    const started = performance.now();
    await press(agent, node, requests, connections);
    const seconds = (performance.now() - started) / 1_000;
    if (round < 0) continue;
    figures.rates.push(transfers / seconds);
    figures.cpu.push(transfers / (cpuSeconds(node) - cpuBefore));
    const used = [...threadSeconds(node)].map(([thread, seconds]) => seconds - (threadsBefore.get(thread) ?? 0));
    figures.busiest.push(transfers / Math.max(...used));
    figures.records.push(((await version(agent, node)) - versionBefore) / transfers);
  }
  agent.destroy();
  return figures;
}

/** A request that hands transfers in. */
interface Submission {
  readonly path: string;
  readonly body: Uint8Array;
  /** Of its last transfer. */
  readonly hash: string;
}

function inRequests(transfers: readonly Signed[], perRequest: number): Submission[] {
  const requests: Submission[] = [];
  for (let at = 0; at < transfers.length; at += perRequest) {
    const batch = transfers.slice(at, at + perRequest);
    const hash = bytesToHex(hashSignedTransaction(SignedTransaction.encode(batch.at(-1)!)));
    if (perRequest === 1) requests.push({ path: "/transactions", body: SignedTransaction.encode(batch[0]!), hash });
    else requests.push({ path: "/transactions/batch", body: batches.encode(batch), hash });
  }
  return requests;
}

/** Hands all requests in, so many at a time, and waits until the last is committed. */
async function press(
  agent: Agent,
  node: NodeProcess,
  requests: readonly Submission[],
  connections: number,
): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    for (let mine = next++; mine < requests.length; mine = next++) {
      const { path, body } = requests[mine]!;
      await ask(agent, node, path, body);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const { hash } = requests.at(-1)!;
  for (;;) {
    const { type } = JSON.parse(await ask(agent, node, `/transactions/wait_by_hash/${hash}`));
    if (type === "user_transaction") return;
    await delay(1);
  }
}

async function version(agent: Agent, node: NodeProcess): Promise<number> {
  return Number(JSON.parse(await ask(agent, node, "")).ledger_version);
}

function ask(agent: Agent, { url }: NodeProcess, path: string, body?: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1${path}`, {
      agent,
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": signedBcs, "content-length": body.length },
    });
    asked.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => {
        if (answer.statusCode === 200 || answer.statusCode === 202) resolve(text);
        else reject(new Error(`${path} was answered with ${answer.statusCode}: ${text}`));
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Clock ticks of the system's process table, per second. */
const ticks = 100;

function cpuSeconds({ child }: NodeProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  // The name in parentheses may hold spaces; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** Processor time of each thread, seconds. */
function threadSeconds({ child }: NodeProcess): Map<string, number> {
  const threads = readdirSync(`/proc/${child.pid}/task`);
  return new Map(
    threads.map((thread) => {
      const [nanoseconds] = readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, "utf8").split(" ");
      return [thread, Number(nanoseconds) / 1e9];
    }),
  );
}
