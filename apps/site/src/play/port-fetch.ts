/** A request on its way to the chain. */
export interface ChainRequest {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** Its answer. */
export interface ChainAnswer {
  readonly id: number;
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Statuses whose answers have no body. */
const bare = [204, 205, 304];

/** Makes a `fetch` that asks the chain at the other end of a port. */
export function portFetch(port: MessagePort): (request: Request) => Promise<Response> {
  const waiting = new Map<number, (response: Response) => void>();
  let last = 0;
  port.addEventListener("message", ({ data }: MessageEvent<ChainAnswer>) => {
    const { id, status, headers, body } = data;
    waiting.get(id)?.(new Response(bare.includes(status) ? null : body, { status, headers }));
    waiting.delete(id);
  });
  port.start();
  return async (request) => {
    const id = ++last;
    const body = request.method === "GET" ? undefined : new Uint8Array(await request.arrayBuffer());
    const { url, method } = request;
    const answer = new Promise<Response>((resolve) => waiting.set(id, resolve));
    port.postMessage({ id, url, method, headers: [...request.headers], body } satisfies ChainRequest);
    return answer;
  };
}
