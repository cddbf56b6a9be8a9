import { readFileSync } from "node:fs";
import { listPids } from "./processes.ts";

/** Variable that every process inherits from the test file, or the run, that started it: it is found after its parent has ended. */
export const startedBy = "TEST_STARTED_BY";

/** A process that still runs. */
export interface StartedProcess {
  readonly pid: number;
  /** Its command line. */
  readonly command: string;
  /** Value of {@link startedBy}. */
  readonly starter: string;
}

/**
 * Finds the processes that carry the mark of a test file or of a whole run. Linux only: elsewhere none is found.
 *
 * @param isWanted - decides by the mark's value
 */
export function findStarted(isWanted: (starter: string) => boolean): StartedProcess[] {
  const found: StartedProcess[] = [];
  for (const name of listPids()) {
    const pid = Number(name);
    if (pid === process.pid) continue;
    const starter = markOf(name);
    if (starter === undefined || !isWanted(starter)) continue;
    const command = (readProcess(name, "cmdline") ?? "").replaceAll("\0", " ").trim();
    // A process that has ended, and whose parent has not seen that yet, has no command line any more.
    if (command !== "") found.push({ pid, command, starter });
  }
  return found;
}

function markOf(name: string): string | undefined {
  const prefix = `${startedBy}=`;
  const entry = readProcess(name, "environ")
    ?.split("\0")
    .find((line) => line.startsWith(prefix));
  return entry?.slice(prefix.length);
}

/** @returns `undefined` for a process that has ended, or that somebody else owns */
function readProcess(name: string, file: "cmdline" | "environ"): string | undefined {
  try {
    return readFileSync(`/proc/${name}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
