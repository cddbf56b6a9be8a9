import { readChosenNodes } from "./chosen-nodes.ts";
import { ApiFailure } from "./failure.ts";

/** A request as the reader of the reference makes it, of any operation that the description names. */
export interface ApiCall {
  readonly method: "GET" | "POST";
  /** Path below the API's base, with its query: `/accounts/0x1/modules?limit=3`. */
  readonly path: string;
  readonly accept: "application/json" | "application/x-bcs";
  /** JSON text of the body. */
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, whatever its status. */
export interface ApiAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds from the request to the last byte. */
  readonly milliseconds: number;
}

/** The choice of this load of the page. */
export const chosenNodes = readChosenNodes();

/** Base URL of the API that comes with the page, without a trailing slash. A static host sets it in the `ledger-api` element. */
export const pageApi: string = (() => {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="ledger-api"]')?.content ?? ".";
  return new URL(configured, document.baseURI).href.replace(/\/$/, "");
})();

/** Base URL of the API that is read from. */
export const apiBase: string = chosenNodes.data ?? pageApi;

/** A transport, as `fetch`. */
export type Reach = (url: string, request: RequestInit) => Promise<Response>;

/** Fetches. @throws ApiFailure when the node cannot be reached */
export async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiFailure(0, "unreachable", `${hostOf(url)} did not answer. Is it running?`);
  }
}

/** Name for a node in a message. */
function hostOf(url: string): string {
  return url.startsWith(pageApi) ? "The node" : new URL(url).host;
}

/** Sends a request and reads the whole answer. @throws ApiFailure when the node cannot be reached */
export async function callApi(call: ApiCall, send: Reach = reach): Promise<ApiAnswer> {
  const started = performance.now();
  const response = await send(apiBase + call.path, {
    method: call.method,
    headers: {
      Accept: call.accept,
      ...(call.body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    contentType: response.headers.get("content-type") ?? "",
    bytes,
    milliseconds: performance.now() - started,
  };
}

const decoder = new TextDecoder();

/** The text of an answer. */
export function answerText(answer: ApiAnswer): string {
  return decoder.decode(answer.bytes);
}
