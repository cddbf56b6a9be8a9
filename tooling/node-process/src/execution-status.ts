import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { readProcessTimes } from "@ledger/test-run/processes";
import type { NodeProcess } from "./index.ts";

/** The outcomes of what a node has executed again, as far as it is. */
export interface ExecutionProgress {
  /** The last version that was executed; `undefined` before the first. */
  readonly version: bigint | undefined;
  readonly equal: number;
  readonly different: number;
}

/** Milliseconds between two looks. */
const interval = 200;
/** Milliseconds that an answer may take. */
const longestAnswer = 30_000;

/**
 * Waits until a node has executed every version of its ledger again, up to a head.
 *
 * @throws Error when the node ends before
 */
export async function untilExecuted(node: NodeProcess, head: bigint): Promise<ExecutionProgress> {
  let ended: number | null | undefined;
  void node.exited.then((code) => {
    ended = code;
  });
  for (; ; await delay(interval)) {
    if (ended !== undefined) throw new Error(`the node ended with ${ended}:\n${node.output()}`);
    const progress = await readProgress(node.url);
    if (progress?.version !== undefined && progress.version >= head) return progress;
  }
}

/** @returns `undefined` while the node has nothing to answer from */
async function readProgress(url: string): Promise<ExecutionProgress | undefined> {
  const answer = await fetch(`${url}/v1/execution/status`, { signal: AbortSignal.timeout(longestAnswer) }).catch(
    () => undefined,
  );
  if (!answer?.ok) return undefined;
  const status = (await answer.json()) as {
    readonly ranges: readonly { readonly to: string }[];
    readonly equal: string;
    readonly different: string;
  };
  const to = status.ranges.at(-1)?.to;
  return {
    version: to === undefined ? undefined : BigInt(to),
    equal: Number(status.equal),
    different: Number(status.different),
  };
}

/** Memory and processor time of a process of Linux. */
export interface ProcessUse {
  /** Resident now, MiB. */
  readonly memory: number;
  /** The most that was resident, MiB. */
  readonly mostMemory: number;
  /** User and system time so far, seconds. */
  readonly processorSecs: number;
}

/** Reads what a process uses. @returns `undefined` for one that has ended */
export function readProcessUse(pid: number | undefined): ProcessUse | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const mebibytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1_024;
    // A process that has ended keeps its entry until its parent has seen that, and has no memory then.
    if (Number.isNaN(mebibytes("VmRSS"))) return undefined;
    const times = readProcessTimes(pid!);
    return times && { memory: mebibytes("VmRSS"), mostMemory: mebibytes("VmHWM"), processorSecs: times.own };
  } catch {
    return undefined;
  }
}
