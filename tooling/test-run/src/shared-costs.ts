import { readdirSync, readFileSync } from "node:fs";

/** Reads the processor seconds that something has taken so far. */
export type CostReader = () => number;

// The reporter and each project's set-up are loaded apart: what they share is global.
const holder = globalThis as typeof globalThis & { sharedTestCosts?: Map<string, CostReader> };

/** Costs of things that the files of this run share, e.g. the browser, and that belong to no file. Read when the last test has ended. */
export function sharedCosts(): Map<string, CostReader> {
  holder.sharedTestCosts ??= new Map();
  return holder.sharedTestCosts;
}

/** Processor seconds of a process and all its descendants, those included that have ended; 0 where the system does not tell. */
export function treeSeconds(root: number | undefined): number {
  const processes = readProcesses();
  const secondsOf = (pid: number): number => {
    const children = processes.filter(({ parent }) => parent === pid);
    const own = processes.find((one) => one.pid === pid)?.seconds ?? 0;
    return children.reduce((sum, child) => sum + secondsOf(child.pid), own);
  };
  return root === undefined ? 0 : secondsOf(root);
}

interface ProcessCost {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

function readProcesses(): ProcessCost[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess);
  } catch {
    return [];
  }
}

/** @returns nothing for a process that has just ended */
function readProcess(name: string): ProcessCost[] {
  try {
    // The second field is the command's name, which may hold spaces and brackets.
    const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)!.split(" ").map(Number);
    // Fields 14 to 17 of proc(5), in ticks of 10 ms: its own time, and that of children it saw end.
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return [{ pid: Number(name), parent: fields[1]!, seconds: ticks / 100 }];
  } catch {
    return [];
  }
}
