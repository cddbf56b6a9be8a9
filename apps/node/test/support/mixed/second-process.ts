import { createDataDir, launchCommand, startNode } from "@ledger/node-process";
import { untilExecuted } from "@ledger/node-process/execution-status";

/** The process that executes a ledger which it has not made, and how. */
export interface SecondProcess {
  /** The options of a command that opens the ledger's store. */
  readonly place: readonly string[];
  readonly head: bigint;
  readonly threads: number;
}

/** What came of it. */
export interface SecondReport {
  /** What it printed. */
  readonly output: string;
  readonly code: number | null;
  readonly equal: number;
}

/** Has `ledger-node replay` execute the store again. */
export async function replayStore({ place, threads }: SecondProcess): Promise<SecondReport> {
  await using node = launchCommand("replay", "--threads", `${threads}`, ...place);
  const code = await node.exited;
  const output = node.output();
  return { output, code, equal: Number(/^equal +(\d+)$/m.exec(output)?.[1] ?? 0) };
}

/** Has another node follow one that serves the store, and execute what it follows. */
export async function followStore({ place, head, threads }: SecondProcess): Promise<SecondReport> {
  using dataDir = createDataDir();
  await using upstream = await startNode("--role", "api", ...place);
  const execution = ["--execute", "all", "--execute-threads", `${threads}`];
  await using node = await startNode("--follow", `${upstream.url}/v1`, "--data-dir", dataDir.path, ...execution);
  const { equal, different } = await untilExecuted(node, head);
  const code = await node.stop();
  return { output: `${node.output()}different    ${different}\n`, code: different > 0 ? 1 : code, equal };
}
