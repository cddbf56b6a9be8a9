import type { Writable } from "node:stream";
import { LiveSettings, runtimeSettings } from "../config/runtime-settings.ts";
import { createLogger } from "../logger.ts";
import { readStart } from "./program.ts";
import { runStart } from "./run-start.ts";

/**
 * Runs a node in this process by the words of a `start`: all that the command does, but for signals and the end of the process. For
 * tests, to which the bundle offers it.
 *
 * @param words - what follows `start`
 * @param lines - takes what the node prints
 * @param stop - aborted with the name of a signal
 * @returns the code with which the command would exit
 */
export async function composeNode(words: readonly string[], lines: Writable, stop: AbortSignal): Promise<number> {
  const call = await readStart(["start", ...words]);
  const log = await createLogger(call.options, lines);
  return runStart(call, log, new LiveSettings(runtimeSettings(call.options)), stop);
}
