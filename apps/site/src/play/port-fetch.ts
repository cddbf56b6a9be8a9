import { connectPort } from "@ledger/kit";

/** A request on its way to the chain. */
export interface ChainRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** Its answer. */
export interface ChainAnswer {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Functions of the chain. */
export interface ChainFunctions {
  fetch(request: ChainRequest): ChainAnswer;
}

/** Statuses whose answers have no body. */
const bare = [204, 205, 304];

/** Makes a `fetch` that asks the chain at the other end of a port. */
export function portFetch(port: MessagePort): (request: Request) => Promise<Response> {
  const chain = connectPort<ChainFunctions>(port);
  return async (request) => {
    const { url, method } = request;
    const body = method === "GET" ? undefined : new Uint8Array(await request.arrayBuffer());
    const answer = await chain.call("fetch", { url, method, headers: [...request.headers], body });
    const { status, headers } = answer;
    return new Response(bare.includes(status) ? null : answer.body, { status, headers });
  };
}
