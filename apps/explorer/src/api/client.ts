import { ApiFailure } from "./failure.ts";

/** A request of the API as the explorer makes it. */
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

/** Base URL of the API, without a trailing slash. A static host sets it in the page's `ledger-api` element. */
export const apiBase: string = (() => {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="ledger-api"]')?.content ?? ".";
  return new URL(configured, document.baseURI).href.replace(/\/$/, "");
})();

/** Sends a request and reads the whole answer. @throws ApiFailure when the node cannot be reached */
export async function callApi(call: ApiCall): Promise<ApiAnswer> {
  const started = performance.now();
  try {
    const response = await fetch(apiBase + call.path, {
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
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiFailure(0, "unreachable", "The node did not answer. Is it running?");
  }
}

/** Value of a header, whatever the case of its name. */
export function findHeader(answer: ApiAnswer, name: string): string | undefined {
  return answer.headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

const decoder = new TextDecoder();

/** The text of an answer. */
export function answerText(answer: ApiAnswer): string {
  return decoder.decode(answer.bytes);
}
