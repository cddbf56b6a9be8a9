import { Agent, type RequestOptions, request } from "node:http";
import { request as requestSecurely, Agent as SecureAgent } from "node:https";
import { setTimeout as delay } from "node:timers/promises";

/** How long an honest client waited, milliseconds. */
export interface Waits {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Which question waited longest, and when it was asked. */
  readonly slowest: string;
  readonly failed: number;
  /** Status of the last that failed, with its question; 0 where there was no answer. */
  readonly failure: string;
}

/** A small question of an honest client. */
export interface SmallQuestion {
  readonly path: string;
  /** Of a POST. */
  readonly body?: string;
}

/** Point reads. */
export const pointReads: readonly SmallQuestion[] = [
  { path: "/v1" },
  { path: "/v1/accounts/0x1/balance/0x1::aptos_coin::AptosCoin" },
];
/** Milliseconds between two questions, and the longest wait that is waited for. */
const pause = 15;
const patience = 60_000;

/** Asks small questions, one after the other, until the signal ends it. @param localAddress - where the client comes from */
export async function probe(
  url: string,
  questions: readonly SmallQuestion[],
  signal: AbortSignal,
  localAddress: string,
): Promise<Waits> {
  const bounds = { keepAlive: true, maxSockets: 1 };
  const agent = url.startsWith("https:")
    ? new SecureAgent({ ...bounds, rejectUnauthorized: false })
    : new Agent(bounds);
  const waits: number[] = [];
  const began = performance.now();
  let [failed, longest, slowest, failure] = [0, 0, "none", "none"];
  for (let turn = 0; !signal.aborted; turn++) {
    const started = performance.now();
    const question = questions[turn % questions.length]!;
    const status = await ask(url, question, { agent, localAddress });
    const waited = performance.now() - started;
    const asked = `${question.path} after ${(started - began).toFixed(0)} ms`;
    if (status === 200) waits.push(waited);
    else [failed, failure] = [failed + 1, `${status} to ${asked}`];
    if (waited > longest) [longest, slowest] = [waited, asked];
    await delay(pause);
  }
  agent.destroy();
  waits.sort((a, b) => a - b);
  const at = (part: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? Infinity;
  return {
    count: waits.length,
    p50: at(0.5),
    p99: at(0.99),
    longest: waits.at(-1) ?? Infinity,
    slowest,
    failed,
    failure,
  };
}

function ask(url: string, { path, body }: SmallQuestion, options: RequestOptions): Promise<number> {
  return new Promise((resolve) => {
    const posted = body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    };
    const send = url.startsWith("https:") ? requestSecurely : request;
    const asked = send(url + path, { ...options, ...posted, timeout: patience }, (answer) => {
      answer.resume().on("close", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(0));
    asked.end(body);
  });
}
