// Set-up of every test file: measures its cost, and finds what it leaves behind.
import { relative } from "node:path";
import { afterAll, expect, vi } from "vitest";
import { cases, testEffort, testSeed } from "./effort.ts";
import { readProcessTimes } from "./processes.ts";
import { readStarts, type Starts } from "./starts.ts";
import { leftBehind, surroundings } from "./surroundings.ts";
import { traceFile } from "./trace-file.ts";
import { watchForStandstill } from "./watchdog.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of a file in seconds, with that of the processes that it started and saw end. */
    processorSeconds?: number;
    /** Seconds from the file's set-up to its end. */
    wallSeconds?: number;
    /** Nodes, servers and browsers that the file started. */
    starts?: Starts;
    /** Processes and temporary files that a file leaves, and where it shares a process, open handles and changed globals. */
    leftBehind?: readonly string[];
  }
}

/** Files that share a process must leave it as it was. */
const shared = process.env.TEST_PROJECT === "units";

// Property tests take seed and number of runs from here, unless they state their own.
const seed = testSeed(0);
if (testEffort !== 1 || seed !== 0) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ numRuns: cases(100), ...(seed === 0 ? {} : { seed }) });
}

const realTimeout = globalThis.setTimeout;
const later = (ms: number): Promise<void> => new Promise((resolve) => void realTimeout(resolve, ms));

const testFile = relative(process.cwd(), expect.getState().testPath ?? "a test file");
const traces = traceFile(testFile);
if (!shared) watchForStandstill(testFile, traces.folder);

// A file of its own process pays for the start of that process too.
const usedBefore = shared ? processorSeconds() : 0;
const startedAt = performance.now();
const before = surroundings();
// The runner has timers of its own while it loads a file, which end soon.
before.handles.delete("Timeout");

// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the first parameter what a hook asks for
afterAll(async ({}, { file }) => {
  file.meta.wallSeconds = (performance.now() - startedAt) / 1_000;
  file.meta.leftBehind = await settle(() => [...traces.find(), ...(shared ? leftBehind(before, surroundings()) : [])]);
  // Read after the wait: child processes count once they have ended.
  file.meta.processorSeconds = processorSeconds() - usedBefore;
  if (!shared) file.meta.starts = readStarts();
  traces.remove();
  vi.useRealTimers();
});

/** Sockets, threads and processes end a moment after they are asked to. */
async function settle(find: () => string[]): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const left = find();
    if (left.length === 0 || tries === 40) return left;
    await later(25);
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (readProcessTimes("self")?.children ?? 0);
}
