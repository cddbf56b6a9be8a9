import { parseUrl } from "./url.ts";

/** A request of the official client, as far as it is used here. */
export interface ClientRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly body?: unknown;
  readonly contentType?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** An answer as the official client takes it. */
export interface ClientAnswer<Res> {
  readonly status: number;
  readonly statusText: string;
  readonly data: Res;
  readonly headers: Readonly<Record<string, string>>;
  readonly config: unknown;
}

/** The transport of the official client: `new AptosConfig({ client: { provider } })`. */
export type ClientProvider = <Req, Res>(request: ClientRequest & { readonly body?: Req }) => Promise<ClientAnswer<Res>>;

/** The options that a transport sends a request with. */
export interface ProviderRequest {
  readonly method: "GET" | "POST";
  /** Names are in lower case. */
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** The part of an answer that a transport needs; a `Response` is one. */
export interface ProviderResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null; forEach(see: (value: string, name: string) => void): void };
  json(): Promise<unknown>;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Makes a transport of the official client that sends its requests by a function like `fetch`. */
export function createProvider(
  send: (url: string, request: ProviderRequest) => Promise<ProviderResponse>,
): ClientProvider {
  return async <Req, Res>(request: ClientRequest & { readonly body?: Req }): Promise<ClientAnswer<Res>> => {
    const { url, method, body, contentType, params = {}, headers = {} } = request;
    const target = parseUrl(url);
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) target.searchParams.append(name, String(value));
    }
    const sent: Record<string, string> = { "content-type": contentType ?? "application/json" };
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) sent[name.toLowerCase()] = String(value);
    }
    const response = await send(target.href, {
      method,
      headers: sent,
      ...(method === "POST" && { body: bodyOf(body) }),
    });
    const answered: Record<string, string> = {};
    response.headers.forEach((value, name) => {
      answered[name] = value;
    });
    return {
      status: response.status,
      statusText: response.statusText,
      data: (await dataOf(response)) as Res,
      headers: answered,
      config: request,
    };
  };
}

function bodyOf(body: unknown): Uint8Array<ArrayBuffer> | string {
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  return JSON.stringify(body, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

async function dataOf(response: ProviderResponse): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("json")) return response.json();
  if (type.startsWith("text/")) return response.text();
  return response.arrayBuffer();
}
