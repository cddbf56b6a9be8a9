import type { ServerResponse } from "node:http";

/**
 * Does something for the client of an answer.
 *
 * @param use - gets a signal that is aborted when the client leaves meanwhile
 * @throws the reason of that signal where the client has left before
 */
export async function whileHere<T>(response: ServerResponse, use: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  controller.signal.throwIfAborted();
  const leave = (): void => controller.abort();
  response.once("close", leave);
  try {
    return await use(controller.signal);
  } finally {
    response.off("close", leave);
  }
}
