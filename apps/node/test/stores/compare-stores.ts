import { deepStrictEqual } from "node:assert/strict";
import { Agent, request as sendRequest } from "node:http";
import { join } from "node:path";
import { createDataDir, launchNodeIn, type NodeProcess, untilServing } from "@ledger/node-process";
import { openPostgresStore } from "@ledger/state-store/postgres";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import fc from "fast-check";
import { AnswerChecker } from "../spec/answer-checker.ts";
import { createRequests, type SpecRequest } from "../spec/requests.ts";
import { collectLocalValues } from "../support/local-values.ts";
import type { Description } from "../support/openapi-validator.ts";
import { preload } from "../support/preload.ts";
import { waitFor } from "../support/wait-for.ts";
import { whenNotBusy } from "../support/when-not-busy.ts";
import { fillStores } from "./filled-stores.ts";

/** How much is compared. */
export interface CompareOptions {
  /** Blocks of the local network. */
  readonly blocks: number;
  /** Requests. */
  readonly count: number;
  readonly seed: number;
  /** An empty database, as its writer and as readers of a streaming replica reach it. */
  readonly database: { url(): string; readUrl(): string };
}

/** What was compared. */
export interface CompareReport {
  readonly compared: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Operations that were asked for, by path template. */
  readonly templates: ReadonlySet<string>;
}

/** Requests that are made at a time: their generator keeps a megabyte for each until the list is done with. */
const requestsAtOnce = 200;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * Keeps one ledger on SQLite and on PostgreSQL, serves it by three nodes that only serve (from the file, from the server, and by two
 * processes from a streaming replica of it), and asks all of them the same, good and bad.
 *
 * @throws AssertionError at the first answer of which a byte differs, or which is not as documented
 */
export async function compareStores(options: CompareOptions): Promise<CompareReport> {
  const { blocks, count, seed, database } = options;
  using folder = createDataDir();
  const sqlite = openSqliteStore(join(folder.path, "ledger.db"));
  const postgres = await openPostgresStore({ url: database.url() });
  await fillStores([sqlite, postgres], blocks);
  const { version } = (await sqlite.summary())!;
  await Promise.all([sqlite.close(), postgres.close()]);

  // Simulations carry the time of the next block: one clock that stands still gives all nodes the same.
  const clock = preload(`Date.now = () => ${Date.now()};`);
  const startReader = (...place: string[]) => untilServing(launchNodeIn(clock, "--role", "api", ...place));
  await using file = await startReader("--data-dir", folder.path);
  await using server = await startReader("--store", database.url());
  await using processes = await startReader("--store", database.readUrl(), "--workers", "2");
  const nodes = [file, server, processes];
  for (const node of nodes) {
    await waitFor(
      () => headOf(node),
      (head) => head === version,
    );
  }
  const description = (await (await fetch(`${file.url}/v1/spec.json`)).json()) as Description;
  const requests = createRequests(description, await collectLocalValues(file.url));
  const checker = new AnswerChecker(description);
  const agents = nodes.map(() => new Agent({ keepAlive: true, maxSockets: 4 }));
  const statuses = new Map<number, number>();
  const templates = new Set<string>();
  for (let done = 0; done < count; done += requestsAtOnce) {
    const numRuns = Math.min(requestsAtOnce, count - done);
    for (const request of fc.sample(requests, { seed: seed + done, numRuns })) {
      const answers = await Promise.all(nodes.map((node, i) => whenNotBusy(() => send(agents[i]!, node.url, request))));
      const [first, ...others] = answers;
      // The facts of a node say where its ledger is kept, and what it does.
      const compared = request.template === "/info" ? [] : others;
      for (const other of compared) deepStrictEqual(other, first, JSON.stringify(request));
      deepStrictEqual(checker.check(request, first!), [], JSON.stringify(request));
      statuses.set(first!.status, (statuses.get(first!.status) ?? 0) + 1);
      templates.add(request.template);
    }
  }
  for (const agent of agents) agent.destroy();
  return { compared: count, statuses, templates };
}

async function headOf({ url }: NodeProcess): Promise<bigint> {
  const { ledger_version = "-1" } = (await (await fetch(`${url}/v1`)).json()) as { ledger_version?: string };
  return BigInt(ledger_version);
}

/** Sends a target as it is, and leaves out of the answer what belongs to the connection or names the request. */
function send(agent: Agent, url: string, { method, target, headers, body }: SpecRequest): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = sendRequest({ agent, hostname, port, method, path: `/v1${target}`, headers, timeout: 120_000 });
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { date: _, connection: __, "keep-alive": ___, "x-request-id": ____, ...kept } = response.headers;
        resolve({ status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks) });
      });
    });
    call.on("timeout", () => call.destroy(new Error("no answer in two minutes")));
    call.on("error", reject);
    call.end(body);
  });
}
