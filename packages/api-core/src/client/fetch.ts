/** The platform's `AbortSignal`, where there is one. */
export type RequestSignal = typeof globalThis extends { AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : unknown;

/** What the client asks `fetch` for. */
export interface FetchRequest {
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: RequestSignal;
}

/** What the client needs of an answer. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of the standard `fetch` that the client uses. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;
