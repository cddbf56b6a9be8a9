import { listProcesses } from "./processes.ts";

/** Reads the processor seconds that something has taken so far. */
export type CostReader = () => number;

// The reporter and each project's set-up are loaded apart: what they share is global.
const holder = globalThis as typeof globalThis & { sharedTestCosts?: Map<string, CostReader> };

/** Costs of things that the files of this run share, e.g. the browser, and that belong to no file. Read when the last test has ended. */
export function sharedCosts(): Map<string, CostReader> {
  holder.sharedTestCosts ??= new Map();
  return holder.sharedTestCosts;
}

/** Processor seconds of a process and all its descendants, including those that have ended; 0 outside Linux. */
export function treeSeconds(root: number | undefined): number {
  const processes = listProcesses();
  const secondsOf = (pid: number): number => {
    const children = processes.filter(({ parent }) => parent === pid);
    const times = processes.find((one) => one.pid === pid) ?? { own: 0, children: 0 };
    return children.reduce((sum, child) => sum + secondsOf(child.pid), times.own + times.children);
  };
  return root === undefined ? 0 : secondsOf(root);
}
