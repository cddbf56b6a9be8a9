import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Processor time that the process has used so far, with its threads, seconds. */
  cpuSeconds(): number;
  /** Everything that the process has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

const running = new Set<ServerProcess>();

/** Stops every server that still runs. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()));
}

/** True if server and load generator get a core each. */
export const pinned = process.platform === "linux" && availableParallelism() > 1;

/** A command line that runs on one core. */
export function pinTo(core: number, command: readonly string[]): readonly string[] {
  return pinned ? ["taskset", "-c", `${core}`, ...command] : command;
}

/**
 * Starts a server and waits until it prints where it listens.
 * @param command - ends by printing a line that holds its URL
 */
export async function startServer(command: readonly string[]): Promise<ServerProcess> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  const url = await firstUrl(child, () => output);
  const server: ServerProcess = {
    url,
    cpuSeconds: () => readCpuSeconds(child.pid ?? 0),
    output: () => output,
    async stop() {
      running.delete(server);
      child.kill("SIGTERM");
      await exited;
    },
  };
  running.add(server);
  return server;
}

/** @param output - what the process has printed so far */
function firstUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`a server ended with ${code}:\n${output()}`)));
    const look = (): void => {
      // The node says where the metrics are before it says where the API is.
      const url = /(?:^|API +)(http:\/\/[0-9.:]+)[^\n]*\n/m.exec(output())?.[1];
      if (url === undefined) return;
      child.stdout?.off("data", look);
      resolve(url);
    };
    child.stdout?.on("data", look);
  });
}

/** Clock ticks of the system's process table, per second. */
const ticks = 100;

function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may hold spaces; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
