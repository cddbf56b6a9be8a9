import type { Forward, ForwardResponse } from "@ledger/api-core";

/** Bounds of a forwarded call. */
export interface ForwardLimits {
  /** Time for the whole answer to arrive, milliseconds. */
  readonly timeout: number;
  /** Largest answer, bytes. */
  readonly maxAnswer: number;
}

const defaultLimits: ForwardLimits = { timeout: 30_000, maxAnswer: 64 * 2 ** 20 };

/**
 * Sends calls to another node's API.
 *
 * @param root - where that API is mounted, e.g. `https://node.example/v1`
 */
export function createForward(root: string, limits: ForwardLimits = defaultLimits): Forward {
  const base = root.replace(/\/$/, "");
  const node = new URL(root).host;
  return async ({ path, query, headers, body }) => {
    const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
    const response = await fetch(`${base}${path}${search === "" ? "" : `?${search}`}`, {
      method: "POST",
      // Without a content coding the body that arrives is the one to relay.
      headers: { accept: "*/*", ...headers, "accept-encoding": "identity" },
      body: Uint8Array.from(body),
      redirect: "manual",
      signal: AbortSignal.timeout(limits.timeout),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await readAnswer(response, limits.maxAnswer),
      node,
    };
  };
}

/** Reads a whole body, no more of it than the limit. */
async function readAnswer(response: Response, limit: number): Promise<ForwardResponse["body"]> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > limit) throw new RangeError(`the answer is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
