import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** Processor time of this process alone, milliseconds so far. */
export function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Processor time of processes and those that they have started, milliseconds so far; 0 where the system does not say. */
export function processorMs(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of numbersIn("/proc")) {
    const fields = statOf(pid);
    if (fields === undefined) continue;
    const [, parent] = fields;
    if (pids.includes(pid) || pids.includes(Number(parent))) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * tickMs;
}

/** The fields after the name of the program: state, parent, and so on. @see proc(5) */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
