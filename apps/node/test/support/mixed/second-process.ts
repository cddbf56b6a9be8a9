import { setInterval } from "node:timers/promises";
import { createDataDir, type LaunchedNode, launchCommand, startNode } from "@ledger/node-process";
import { readProcessUse, untilExecuted } from "@ledger/node-process/execution-status";

/** The process that executes a ledger which it has not made, and how. */
export interface SecondProcess {
  /** The options of a command that opens the ledger's store. */
  readonly place: readonly string[];
  readonly head: bigint;
  readonly threads: number;
  /** Called now and then with how far it is, and what it uses. */
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** What came of it. */
export interface SecondReport {
  /** What it printed. */
  readonly output: string;
  readonly code: number | null;
  readonly equal: number;
  readonly seconds: number;
  readonly processorSecs: number;
  /** MiB. */
  readonly mostMemory: number;
}

/** Milliseconds between two looks at a process. */
const interval = 500;
/** Looks between two reports. */
const looksPerReport = 20;

/** Has `ledger-node replay` execute the store again. */
export async function replayStore({ place, threads, onProgress }: SecondProcess): Promise<SecondReport> {
  await using node = launchCommand("replay", "--threads", `${threads}`, ...place);
  const seen = observe(node, onProgress);
  const code = await node.exited;
  const output = node.output();
  return { output, code, equal: Number(/^equal +(\d+)$/m.exec(output)?.[1] ?? 0), ...(await seen) };
}

/** Has another node follow one that serves the store, and execute what it follows. */
export async function followStore({ place, head, threads, onProgress }: SecondProcess): Promise<SecondReport> {
  using dataDir = createDataDir();
  await using upstream = await startNode("--role", "api", ...place);
  const execution = ["--execute", "all", "--execute-threads", `${threads}`];
  await using node = await startNode("--follow", `${upstream.url}/v1`, "--data-dir", dataDir.path, ...execution);
  const seen = observe(node, onProgress);
  let told = 0n;
  const { equal, different } = await untilExecuted(node, head, ({ version = 0n, ...counts }) => {
    if (version - told < 5_000n) return;
    told = version;
    onProgress?.(`executed up to ${version} of ${head}: ${counts.equal} equal, ${counts.different} different`);
  });
  const code = await node.stop();
  return {
    output: `${node.output()}different    ${different}\n`,
    code: different > 0 ? 1 : code,
    equal,
    ...(await seen),
  };
}

/** Watches a process until it ends. */
async function observe(
  { child, exited, output }: LaunchedNode,
  onProgress: SecondProcess["onProgress"],
): Promise<Pick<SecondReport, "seconds" | "processorSecs" | "mostMemory">> {
  const started = performance.now();
  const ended = new AbortController();
  void exited.then(() => ended.abort());
  let [processorSecs, mostMemory, looks] = [0, 0, 0];
  try {
    for await (const _ of setInterval(interval, undefined, { signal: ended.signal })) {
      const use = readProcessUse(child.pid);
      if (use === undefined) continue;
      ({ processorSecs, mostMemory } = use);
      looks += 1;
      if (looks % looksPerReport !== 0) continue;
      const line = output().trimEnd().split("\n").at(-1);
      onProgress?.(`${line}; ${use.memory.toFixed(0)} MiB, ${processorSecs.toFixed(0)} s of processor time`);
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  }
  return { seconds: (performance.now() - started) / 1_000, processorSecs, mostMemory };
}
