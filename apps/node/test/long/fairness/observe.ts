import { fork } from "node:child_process";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readProcessUse } from "@ledger/node-process/execution-status";
import type { Attacked } from "./nodes.ts";
import { pointReads, probe, type SmallQuestion, type Waits } from "./probe.ts";
import type { Attack, AttackReport } from "./protocol.ts";

/** Runs an attack in a process of its own. */
export function runAttack(attack: Attack): Promise<AttackReport> {
  const child = fork(fileURLToPath(new URL("./attacker.ts", import.meta.url)), {
    execArgv: ["--conditions=@ledger/source"],
  });
  child.send(attack);
  return new Promise((resolve, reject) => {
    child.once("message", (report) => resolve(report as AttackReport));
    child.once("exit", (code) => reject(new Error(`the attacker ended with ${code}`)));
  });
}

/** What was seen of a node while something happened to it. */
export interface Observation<T> {
  /** Of other clients. */
  readonly waits: Waits;
  /** The most that the node had resident, MiB. */
  readonly memory: number;
  /** What that something came to. */
  readonly result: T;
}

/** Watches a node while something happens to it. */
export async function observe<T>(
  { node }: Attacked,
  work: () => Promise<T>,
  others: readonly SmallQuestion[] = pointReads,
  from = "127.0.0.1",
): Promise<Observation<T>> {
  const controller = new AbortController();
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, memoryOf(node));
  }, 100);
  const waiting = probe(node.url, others, controller.signal, from);
  try {
    const result = await work();
    controller.abort();
    return { waits: await waiting, memory, result };
  } finally {
    controller.abort();
    clearInterval(sampling);
  }
}

/** Resident memory of a node, MiB. */
export function memoryOf({ child }: Attacked["node"]): number {
  return readProcessUse(child.pid)?.memory ?? 0;
}

/** Opens up to `count` idle connections for `duration` milliseconds, and keeps each alive with an occasional line break. */
export async function hoard(url: string, count: number, duration: number): Promise<void> {
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
