import type { Reach } from "./call.ts";

/** Most seconds that a busy node is waited for, and how often it is asked. */
const longestWait = 5;
const mostTries = 3;

/** Reads again what a busy node refuses, when it says to: a reader would do the same. What may change something is sent once. */
export function whenFree(reach: Reach): Reach {
  return async (url, request) => {
    for (let tries = 1; ; tries++) {
      const response = await reach(url, request);
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const isRead = (request.method ?? "GET") === "GET";
      if (response.status !== 503 || !isRead || !(seconds <= longestWait) || tries === mostTries) return response;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  };
}
