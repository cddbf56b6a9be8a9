import type { Api, ApiResponse } from "@ledger/api-core";

/** What a test sends. Paths and queries are written as in a URL. */
export interface Question {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>> | string;
  readonly accept?: string;
  readonly contentType?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
  /** Says that the client has left. */
  readonly signal?: { readonly aborted: boolean };
}

/** Asks a route as a server would. */
export async function ask(api: Api, id: string, question: Question = {}): Promise<ApiResponse> {
  const { params = {}, query = {}, body, accept, ifNoneMatch, signal } = question;
  return api.handle(id, {
    params,
    query: new URLSearchParams(query as Record<string, string>),
    accept,
    ifNoneMatch,
    ...(signal !== undefined && { signal }),
    contentType: "contentType" in question ? question.contentType : body === undefined ? undefined : "application/json",
    body: toBytes(body),
  });
}

/** The JSON of an answer. */
export function jsonOf(response: ApiResponse): unknown {
  return JSON.parse(textOf(response));
}

/** The text of an answer. */
export function textOf({ body }: ApiResponse): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

function toBytes(body: unknown): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body as Uint8Array | undefined;
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}
