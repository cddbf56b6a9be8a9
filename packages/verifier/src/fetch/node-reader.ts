import { VerificationError } from "../verification-error.ts";

/** The platform's `AbortSignal`, where there is one. */
type RequestSignal = typeof globalThis extends { AbortSignal: { readonly prototype: infer Signal } } ? Signal : unknown;

// The package is compiled without DOM and Node types; these are all it needs of them.
declare const AbortSignal: { timeout(milliseconds: number): RequestSignal };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** The options of a request to a node. */
export interface NodeRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: RequestSignal;
  /** Redirects are errors: another node would answer than the one that was asked. */
  readonly redirect?: "error";
}

/** The part of an answer that is read. */
export interface NodeResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null; forEach(see: (value: string, name: string) => void): void };
  readonly body: {
    getReader(): { read(): Promise<{ readonly value?: Uint8Array | undefined }>; cancel(): Promise<void> };
  } | null;
}

/** The part of the standard `fetch` that is used. */
export type NodeFetch = (url: string, request: NodeRequest) => Promise<NodeResponse>;

/** How nodes are reached. */
export interface Reach {
  /** The platform's own `fetch` when absent. */
  readonly fetch?: NodeFetch | undefined;
  /** Longest wait for an answer, milliseconds; 10,000 when absent. */
  readonly timeoutMs?: number | undefined;
}

/** An answer that was read whole. */
export interface NodeAnswer {
  readonly status: number;
  readonly headers: NodeResponse["headers"];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Most bytes of an answer with values. */
export const maxAnswerBytes = 64 * 1024 * 1024;

/** Most bytes of an answer that is a few numbers. */
const maxFactBytes = 64 * 1024;

/** Asks one node. */
export class NodeReader {
  /** Address of its API, e.g. `https://node.example/v1`. */
  readonly url: string;
  readonly #reach: Reach;

  constructor(url: string, reach: Reach = {}) {
    this.url = url.replace(/\/+$/, "");
    this.#reach = reach;
  }

  /**
   * Sends a request.
   *
   * @param target - path and query below the API's root, e.g. `/proofs/roots`
   * @param maxBytes - most bytes of the answer; 64 MiB when absent
   * @throws what `fetch` throws, for redirects too; {@link VerificationError} `request` for an answer of more bytes
   */
  async ask(target: string, request: Partial<NodeRequest> = {}, maxBytes = maxAnswerBytes): Promise<NodeAnswer> {
    const send = this.#reach.fetch ?? platformFetch();
    const { method = "GET", headers = {}, body } = request;
    const response = await send(this.url + target, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: "error",
      signal: AbortSignal.timeout(this.#reach.timeoutMs ?? 10_000),
    });
    return { status: response.status, headers: response.headers, body: await readBody(response, maxBytes) };
  }

  /**
   * Sends a request, and reads its answer as JSON; what is none is `undefined`.
   *
   * @param maxBytes - most bytes of the answer; 64 KiB when absent
   * @throws as {@link NodeReader.ask}
   */
  async askJson(target: string, maxBytes = maxFactBytes): Promise<{ readonly status: number; readonly json: unknown }> {
    const { status, body } = await this.ask(target, { headers: { accept: "application/json" } }, maxBytes);
    return { status, json: readJson(body) };
  }
}

/** The code of a refusal of the API; `undefined` for what is none. */
export function errorCodeOf(json: unknown): unknown {
  return (json as { readonly error_code?: unknown } | null | undefined)?.error_code;
}

/** Parsed JSON; `undefined` for what is none. */
export function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** Reads a body whole, and ends an answer that would not end by itself. */
async function readBody({ body }: NodeResponse, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const chunk = (await reader?.read())?.value;
    if (chunk === undefined) break;
    length += chunk.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new VerificationError("request", `the answer has more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function platformFetch(): NodeFetch {
  const { fetch } = globalThis as { readonly fetch?: NodeFetch };
  if (fetch === undefined) throw new TypeError("this platform has no fetch: pass one");
  return fetch;
}
