import { Agent, request as sendRequest } from "node:http";
import { createDataDir, startNode } from "@ledger/node-process";
import fc from "fast-check";
import { collectLocalValues } from "../support/local-values.ts";
import type { Description } from "../support/openapi-validator.ts";
import { whenNotBusy } from "../support/when-not-busy.ts";
import { AnswerChecker, type SpecAnswer } from "./answer-checker.ts";
import { createRequests, type SpecRequest } from "./requests.ts";

/** Requests at once. */
const concurrency = 8;
/** Requests that are made at once, before any of them is sent. */
const batch = 500;

/** How much to ask. */
export interface SpecRunOptions {
  readonly seed: number;
  readonly count: number;
}

/** What came of it. */
export interface SpecReport {
  readonly passed: number;
  readonly failures: readonly { readonly request: SpecRequest; readonly faults: readonly string[] }[];
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Asks a node on the local network whatever its own description allows, and more, and checks every answer. */
export async function runSpec(options: SpecRunOptions): Promise<SpecReport> {
  const { seed } = options;
  using dataDir = createDataDir();
  // History is long enough to ask for at first, and goes while the run goes on: both are answered as documented.
  const window = ["--block-interval", "100", "--state-window", "300"];
  await using node = await startNode("--data-dir", dataDir.path, ...window);
  const description = (await (await fetch(`${node.url}/v1/spec.json`)).json()) as Description;
  const requests = createRequests(description, await collectLocalValues(node.url));
  const checker = new AnswerChecker(description);
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const failures: { request: SpecRequest; faults: string[] }[] = [];
  const statuses = new Map<number, number>();
  let passed = 0;

  const count = ({ status }: SpecAnswer): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };

  async function ask(request: SpecRequest): Promise<void> {
    let faults: string[];
    try {
      const answer = await whenNotBusy(() => send(agent, node.url, request));
      count(answer);
      faults = checker.check(request, answer);
      const { etag } = answer.headers;
      if (request.headers["if-none-match"] !== undefined && typeof etag === "string") {
        const again = { ...request, headers: { ...request.headers, "if-none-match": etag } };
        const revalidated = await whenNotBusy(() => send(agent, node.url, again));
        count(revalidated);
        faults.push(...checker.check(again, revalidated));
      }
    } catch (error) {
      faults = [`no answer: ${String(error)}`];
    }
    if (faults.length === 0) passed++;
    else failures.push({ request, faults });
  }

  for (let done = 0; done < options.count; done += batch) {
    const numRuns = Math.min(batch, options.count - done);
    const queue = fc.sample(requests, { seed: seed + done, numRuns }).values();
    const work = async (): Promise<void> => {
      for (const request of queue) await ask(request);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }
  agent.destroy();
  return { passed, failures, statuses };
}

/** Sends a target as it is: `fetch` would tidy it up. */
function send(agent: Agent, url: string, { method, target, headers, body }: SpecRequest): Promise<SpecAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = sendRequest({ agent, hostname, port, method, path: `/v1${target}`, headers, timeout: 30_000 });
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    call.on("timeout", () => call.destroy(new Error("no answer in 30 seconds")));
    call.on("error", reject);
    call.end(body);
  });
}
