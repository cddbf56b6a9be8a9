import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { readProcessUse } from "@ledger/node-process/execution-status";
import { Random } from "@ledger/random";
import { servingProcesses } from "../../support/serving-processes.ts";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";
import { type Known, makeQuestion, type Question } from "./questions.ts";

/** How long, and from which random numbers. */
export interface SoakOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly clients: number;
  /** Of the database, MiB. */
  readonly diskBudget: number;
}

/** What came of it. */
export interface SoakReport {
  /** Answers about a version, or the head, that are those of the model. */
  readonly right: number;
  /** The first answers that are not, for people. */
  readonly wrong: readonly string[];
  readonly kills: number;
  readonly restarts: number;
  readonly upstreamFaults: number;
  /** The most that was seen, MiB; `resident` is that of one process. */
  readonly peaks: { readonly log: number; readonly resident: number; readonly database: number };
  /** Of the node, after SIGTERM. */
  readonly exitCode: number | null;
}

const mebibyte = 2 ** 20;
/** Milliseconds between two kills of a process, and between two restarts of the node, about. */
const killInterval = 7_000;
const restartInterval = 45_000;
/** Transactions a second that are sent to the network. */
const transactions = 8;
/** Wrong answers that are described. */
const mostDescribed = 10;

/**
 * Runs a local network (the model), which is never pruned, stopped or killed, and a node that follows it through a proxy that fails, with two
 * processes that serve, a small window and a disk budget. Its processes are killed and it is restarted, in order and by SIGKILL. Every
 * answer about a version is compared with the model's, byte by byte.
 */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { seed, diskBudget } = options;
  using modelDir = createDataDir();
  using dataDir = createDataDir();
  await using model = await startNode(
    ...["--data-dir", modelDir.path, "--block-interval", "100", "--state-window", "0", "--max-connections", "9999"],
  );
  await using proxy = await startFaultyProxy(model.url, new Random(seed + 1));
  const start = (): Promise<NodeProcess> =>
    startNode(
      ...["--data-dir", dataDir.path, "--follow", `${proxy.url}/v1`, "--workers", "2", "--max-connections", "9999"],
      ...["--state-window", "2000", "--disk-budget", `${diskBudget}MiB`],
    );
  const soak = new Soak({ options, model, proxy, start, follower: await start(), folder: dataDir.path });
  return await soak.run();
}

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

/** What a soak runs on. */
interface Scene {
  readonly options: SoakOptions;
  readonly model: NodeProcess;
  readonly proxy: FaultyProxy;
  readonly folder: string;
  readonly start: () => Promise<NodeProcess>;
  readonly follower: NodeProcess;
}

class Soak {
  readonly #scene: Scene;
  readonly #random: Random;
  #end: number;
  #follower: NodeProcess;
  #known: Known | undefined;
  readonly #addresses = ["0x1", "0xa"];
  readonly #hashes: string[] = [];
  readonly #wrong: string[] = [];
  readonly #counts = { right: 0, kills: 0, restarts: 0 };
  readonly #peaks = { log: 0, resident: 0, database: 0 };

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#random = new Random(scene.options.seed);
    this.#follower = scene.follower;
    this.#end = performance.now() + scene.options.seconds * 1_000;
  }

  async run(): Promise<SoakReport> {
    try {
      await Promise.all([
        ...Array.from({ length: this.#scene.options.clients }, () => this.#runClient()),
        ...[this.#learn(), this.#produce(), this.#killProcesses(), this.#restart(), this.#watch()],
      ]);
    } catch (error) {
      this.#end = 0;
      this.#follower.child.kill("SIGKILL");
      throw error;
    }
    const exitCode = await this.#follower.stop();
    const upstreamFaults = this.#scene.proxy.faults;
    return { ...this.#counts, wrong: this.#wrong, upstreamFaults, peaks: this.#peaks, exitCode };
  }

  #isOver(): boolean {
    return performance.now() >= this.#end;
  }

  #fail(text: string): void {
    if (this.#wrong.length < mostDescribed) this.#wrong.push(text);
  }

  #failAnswer(question: Question, ours: Answer, why: string): void {
    const asked = JSON.stringify(question, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
    const { oldest, head } = this.#known ?? {};
    this.#fail(`${asked} (versions ${oldest} to ${head}): ${ours.status} ${ours.body.slice(0, 300)}: ${why}`);
  }

  /** Compares one answer with the model's. */
  async #compare(question: Question, ours: Answer): Promise<void> {
    const oldest = BigInt(ours.headers.get("x-svc-ledger-oldest-version") ?? -1);
    const head = BigInt(ours.headers.get("x-svc-ledger-version") ?? -1);
    // Health may say that the upstream fails, and a node that begins has nothing yet.
    if (ours.status === 503) return;
    if (oldest < 0n || head < oldest) return this.#failAnswer(question, ours, `headers: ${oldest} to ${head}`);
    if (question.version === undefined) return this.#compareHead(question, ours, head);
    if (ours.status === 410) {
      if (question.version >= oldest) this.#failAnswer(question, ours, `pruned, but the oldest version is ${oldest}`);
      return;
    }
    const theirs = await ask(this.#scene.model.url, question);
    // A hash whose record was pruned is not known any more.
    if (question.version < 0n && ours.status === 404) return;
    if (theirs.status !== ours.status || theirs.body !== ours.body) {
      this.#failAnswer(question, ours, `the model says ${theirs.status} ${theirs.body.slice(0, 300)}`);
    } else this.#counts.right++;
  }

  async #compareHead(question: Question, ours: Answer, head: bigint): Promise<void> {
    if (ours.status !== 200) return this.#failAnswer(question, ours, "expected 200");
    const theirs = await ask(this.#scene.model.url, question);
    if (BigInt(theirs.headers.get("x-svc-ledger-version") ?? -1) < head) {
      this.#failAnswer(question, ours, "ahead of the model");
    } else this.#counts.right++;
  }

  async #runClient(): Promise<void> {
    const own = new Random(this.#random.below(2 ** 31));
    while (!this.#isOver()) {
      if (this.#known === undefined) {
        await delay(50);
        continue;
      }
      const question = makeQuestion(own, this.#known);
      // It is not reached while its process is killed, or the node is restarted.
      const ours = await ask(this.#follower.url, question).catch(() => undefined);
      if (ours === undefined) await delay(50);
      else await this.#compare(question, ours);
    }
  }

  /** Looks what the node has, as its clients would. */
  async #learn(): Promise<void> {
    const question: Question = { group: "head", path: "", version: undefined, accept: "*/*" };
    while (!this.#isOver()) {
      const answer = await ask(this.#follower.url, question).catch(() => undefined);
      if (answer?.status === 200) {
        const read = (name: string): bigint => BigInt(answer.headers.get(`x-svc-${name}`) ?? 0);
        this.#known = {
          ...{ oldest: read("ledger-oldest-version"), head: read("ledger-version"), height: read("block-height") },
          ...{ addresses: this.#addresses, hashes: this.#hashes },
        };
      }
      await delay(100);
    }
  }

  /** Sends transactions that create new accounts and fund existing ones. */
  async #produce(): Promise<void> {
    const [random, addresses, hashes] = [this.#random, this.#addresses, this.#hashes];
    while (!this.#isOver()) {
      const address =
        random.fraction() < 0.3 || addresses.length < 20
          ? `0x${Array.from({ length: 64 }, () => random.pick([..."0123456789abcdef"])).join("")}`
          : random.pick(addresses);
      const response = await fetch(`${this.#scene.model.url}/fund`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ address, amount: 1_000 }),
      }).catch(() => undefined);
      if (response?.ok === true) {
        const { txn_hashes: sent } = (await response.json()) as { txn_hashes: string[] };
        hashes.push(...sent.map((hash) => (hash.startsWith("0x") ? hash : `0x${hash}`)));
        if (!addresses.includes(address)) addresses.push(address);
        if (hashes.length > 2_000) hashes.splice(0, 1_000);
      }
      await delay(1_000 / transactions);
    }
  }

  async #killProcesses(): Promise<void> {
    while (!this.#isOver()) {
      await delay(killInterval * (0.5 + this.#random.fraction()));
      const pids = servingProcesses(this.#follower);
      if (pids.length === 0 || this.#isOver()) continue;
      try {
        process.kill(this.#random.pick(pids), "SIGKILL");
        this.#counts.kills++;
      } catch {
        // It has ended with the node.
      }
    }
  }

  async #restart(): Promise<void> {
    for (;;) {
      await this.#sleep(restartInterval * (0.5 + this.#random.fraction()));
      if (this.#isOver()) return;
      const inOrder = this.#random.fraction() < 0.5;
      this.#follower.child.kill(inOrder ? "SIGTERM" : "SIGKILL");
      const code = await this.#follower.exited;
      const output = this.#follower.output();
      if (inOrder && code !== 0) this.#fail(`the node ended with ${code} after SIGTERM: ${output.slice(-2_000)}`);
      this.#follower = await this.#scene.start();
      this.#counts.restarts++;
    }
  }

  /** Waits, at most until the end. */
  #sleep(ms: number): Promise<void> {
    return delay(Math.max(0, Math.min(ms, this.#end - performance.now() + 1)));
  }

  /** Watches what must not grow. */
  async #watch(): Promise<void> {
    const database = join(this.#scene.folder, "ledger.db");
    const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size / mebibyte : 0);
    const peaks = this.#peaks;
    while (!this.#isOver()) {
      await delay(1_000);
      peaks.log = Math.max(peaks.log, sizeOf(`${database}-wal`));
      peaks.database = Math.max(peaks.database, sizeOf(database));
      for (const pid of [this.#follower.child.pid ?? 0, ...servingProcesses(this.#follower)]) {
        peaks.resident = Math.max(peaks.resident, readProcessUse(pid)?.memory ?? 0);
      }
    }
  }
}
