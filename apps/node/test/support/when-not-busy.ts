import { setTimeout as delay } from "node:timers/promises";

/** Times that a request is sent again that the node was too busy for. */
const mostRetries = 10;

/** Sends a request as clients should: what a busy node asks to have again later is sent again. */
export async function whenNotBusy<
  T extends { readonly status: number; readonly headers: Readonly<Record<string, string | string[] | undefined>> },
>(send: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    const answer = await send();
    const pause = Number(answer.headers["retry-after"]);
    if (answer.status !== 503 || Number.isNaN(pause) || retries === mostRetries) return answer;
    await delay(pause * 1_000);
  }
}
