import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Gives the other threads of this machine, this process's own too, about ten times as much of the processor as this one, where the system has
 * priorities of threads. At the lowest priority six busy processes would leave it a four-hundredth part, and it would never catch up.
 */
export function giveWay(): void {
  try {
    // A process of Linux is the first of its threads, and each has an id that priorities go by.
    const id = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (id !== process.pid) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // No such file, or not allowed.
  }
}
