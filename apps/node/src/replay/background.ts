import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Lets all other threads of this machine go first, this process's own too, where the system has priorities of threads. Where it has none,
 * nothing changes.
 */
export function giveWay(): void {
  try {
    // A process of Linux is the first of its threads, and each has an id that priorities go by.
    const id = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (id !== process.pid) setPriority(id, constants.priority.PRIORITY_LOW);
  } catch {
    // No such file, or not allowed.
  }
}
