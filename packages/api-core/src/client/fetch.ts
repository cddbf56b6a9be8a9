/** The platform's `AbortSignal`, where there is one. */
export type RequestSignal = typeof globalThis extends { AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : unknown;

/** The options that the client passes to `fetch`. */
export interface FetchRequest {
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: RequestSignal;
}

/** The part of an answer that the client needs. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of the standard `fetch` that the client uses. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;
