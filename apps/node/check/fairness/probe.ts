import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** How long an honest client waited, milliseconds. */
export interface Waits {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly failed: number;
}

const balance = "/v1/accounts/0x1/balance/0x1::aptos_coin::AptosCoin";
/** Milliseconds between two questions, and the longest wait that is waited for. */
const pause = 15;
const patience = 60_000;

/** Asks small questions, one after the other, until the signal ends it. @param localAddress - where the client comes from */
export async function probe(url: string, signal: AbortSignal, localAddress: string): Promise<Waits> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const waits: number[] = [];
  let failed = 0;
  for (let turn = 0; !signal.aborted; turn++) {
    const started = performance.now();
    const status = await ask(url + (turn % 2 === 0 ? "/v1" : balance), agent, localAddress);
    if (status === 200) waits.push(performance.now() - started);
    else failed++;
    await delay(pause);
  }
  agent.destroy();
  waits.sort((a, b) => a - b);
  const at = (part: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? Infinity;
  return { count: waits.length, p50: at(0.5), p99: at(0.99), longest: waits.at(-1) ?? Infinity, failed };
}

function ask(url: string, agent: Agent, localAddress: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, localAddress, timeout: patience }, (answer) => {
      answer.resume().on("close", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(0));
    asked.end();
  });
}
