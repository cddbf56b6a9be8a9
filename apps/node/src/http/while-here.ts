import type { ServerResponse } from "node:http";

/** One for all: to make an error with its stack for each of the thousands that leave at once holds up those who stay. */
const left = new DOMException("the client has left", "AbortError");

/**
 * Does something for the client of an answer.
 *
 * @param use - gets a signal that is aborted when the client leaves meanwhile
 * @throws the reason of that signal where the client has left before
 */
export async function whileHere<T>(response: ServerResponse, use: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  if (response.destroyed) controller.abort(left);
  controller.signal.throwIfAborted();
  const leave = (): void => controller.abort(left);
  response.once("close", leave);
  try {
    return await use(controller.signal);
  } finally {
    response.off("close", leave);
  }
}
