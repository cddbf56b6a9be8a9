import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Milliseconds between two looks at what a thread does. */
const interval = 5_000;

/** Milliseconds of work that leave garbage worth collecting. */
const muchWork = 1_000;

/** Share of the time in which an idle thread works, at most. */
const idleShare = 0.05;

/** Work of a thread between two looks. */
export interface WorkSeen {
  /** Milliseconds in which its event loop worked. */
  readonly active: number;
  /** The same as a share of the time, 0 to 1. */
  readonly utilization: number;
}

/**
 * Returns the memory of this thread's heap to the system each time that it becomes idle after much work: the engine collects as
 * others allocate, so a node that was busy once would keep what it took then (335 instead of 520 MiB after a flood of GraphQL queries).
 */
export function collectWhenIdle(): void {
  let before = performance.eventLoopUtilization();
  const look = watchForIdleness(collector());
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    look(performance.eventLoopUtilization(now, before));
    before = now;
  }, interval).unref();
}

/** Makes what looks at a thread's work. @param collect - called once for each time that it has become idle */
export function watchForIdleness(collect: () => void): (seen: WorkSeen) => void {
  let worked = 0;
  return ({ active, utilization }) => {
    worked += active;
    if (utilization > idleShare || worked < muchWork) return;
    worked = 0;
    collect();
  };
}

/** The engine's own collector, which a program has to ask for. This kind of collection also gives back the pages that the engine keeps for later. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  return () => collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
