/** A request of the official client, as far as it is used here. */
interface ClientRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly body?: unknown;
  readonly contentType?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** The part of the official client's configuration that describes a network: spread it into `new AptosConfig({ ... })`. */
export interface ClientSettings {
  /** `"custom"`. The client's enumeration takes no text of others: `never` fits it, and this package need not depend on the client. */
  readonly network: never;
  readonly fullnode: string;
  readonly faucet: string;
  readonly indexer: string;
  /** Sends the client's requests to the network instead of a socket. */
  readonly client: { provider<Req, Res>(request: ClientRequest & { readonly body?: Req }): Promise<ClientAnswer<Res>> };
}

interface ClientAnswer<Res> {
  readonly status: number;
  readonly statusText: string;
  readonly data: Res;
  readonly headers: Readonly<Record<string, string>>;
  readonly config: unknown;
}

/** Makes the settings of a network whose requests are answered by `fetch`. */
export function clientSettings(
  urls: Pick<ClientSettings, "fullnode" | "faucet" | "indexer">,
  fetch: (input: string, init: RequestInit) => Promise<Response>,
): ClientSettings {
  return {
    network: "custom" as never,
    ...urls,
    client: {
      async provider<Req, Res>(request: ClientRequest & { readonly body?: Req }): Promise<ClientAnswer<Res>> {
        const { url, method, body, contentType, params = {}, headers = {} } = request;
        const target = new URL(url);
        for (const [name, value] of Object.entries(params)) {
          if (value !== undefined) target.searchParams.append(name, String(value));
        }
        const sent = new Headers({ "content-type": contentType ?? "application/json" });
        for (const [name, value] of Object.entries(headers)) {
          if (value !== undefined) sent.set(name, String(value));
        }
        const response = await fetch(target.href, {
          method,
          headers: sent,
          ...(method === "POST" && { body: bodyOf(body) }),
        });
        return {
          status: response.status,
          statusText: response.statusText,
          data: (await dataOf(response)) as Res,
          headers: Object.fromEntries(response.headers),
          config: request,
        };
      },
    },
  };
}

function bodyOf(body: unknown): Uint8Array<ArrayBuffer> | string {
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  return JSON.stringify(body, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

async function dataOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("json")) return response.json();
  if (type.startsWith("text/")) return response.text();
  return response.arrayBuffer();
}
