import { readdirSync, readFileSync } from "node:fs";

/** A process of Linux, as proc(5) describes it. */
export interface ProcessTimes {
  readonly pid: number;
  /** The id of its parent. */
  readonly parent: number;
  /** Processor time of its own, in seconds. */
  readonly own: number;
  /** Processor time of the children that it has waited for, in seconds. */
  readonly children: number;
}

/** Lists the ids of all running processes; none outside Linux. */
export function listPids(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Reads the times of one process. @returns `undefined` if it has ended, and outside Linux */
export function readProcessTimes(pid: string | number): ProcessTimes | undefined {
  try {
    // The second field is the command's name, which may contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ").map(Number);
    // Fields 14 to 17 are in ticks of 10 ms.
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    const id = typeof pid === "number" ? pid : Number.parseInt(pid, 10);
    return { pid: id, parent: fields[1]!, own: (user + system) / 100, children: (childUser + childSystem) / 100 };
  } catch {
    return undefined;
  }
}

/** Reads the times of all running processes; none outside Linux. */
export function listProcesses(): ProcessTimes[] {
  return listPids().flatMap((pid) => readProcessTimes(pid) ?? []);
}
