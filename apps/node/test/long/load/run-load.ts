import { fileURLToPath } from "node:url";
import { createDataDir, launchNodeIn, untilServing } from "@ledger/node-process";
import { measureSlowness } from "../slowness.ts";
import { type LoadResult, runClients } from "./clients.ts";
import { growth, readAnonymousMemory } from "./memory.ts";

/** What a load did to a node. */
export interface LoadReport extends LoadResult {
  /** What 99 of 100 turns of its event loop stayed below, milliseconds. */
  readonly loopDelay: number;
  /** How many times longer work took than on a quiet machine, before the load. */
  readonly slowness: number;
  /** By how much its anonymous memory grew after the warm-up, as a share. */
  readonly growth: number;
  /** Its oldest version at the end. */
  readonly oldestVersion: bigint;
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs a node that ingests blocks and prunes while many clients send requests. */
export async function runLoad(seconds: number, connections: number): Promise<LoadReport> {
  using dataDir = createDataDir();
  const slowness = measureSlowness();
  const preload = { NODE_OPTIONS: `--import ${fileURLToPath(new URL("./loop-delay.ts", import.meta.url))}` };
  const window = ["--block-interval", "20", "--state-window", "2000", "--max-connections", "9999"];
  await using node = await untilServing(launchNodeIn(preload, "--data-dir", dataDir.path, ...window));
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(readAnonymousMemory(node.child.pid ?? 0)), 1_000);
  const result = await runClients(node.url, connections, AbortSignal.timeout(seconds * 1_000));
  clearInterval(sampling);
  const { oldest_ledger_version: oldest } = (await (await fetch(`${node.url}/v1`)).json()) as {
    readonly oldest_ledger_version: string;
  };
  const exitCode = await node.stop();
  const output = node.output();
  const loopDelay = Number([...output.matchAll(/loop delay ([\d.]+) ms/g)].at(-1)?.[1]);
  return { ...result, loopDelay, slowness, growth: growth(memory), oldestVersion: BigInt(oldest), exitCode, output };
}
