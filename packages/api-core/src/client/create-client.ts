import { cursorHeader } from "../contract/ledger-headers.ts";
import { ClientError, readRefusal } from "./client-error.ts";
import { formatExactJson, parseExactJson } from "./exact-json.ts";
import type { Fetch, FetchRequest, FetchResponse, RequestSignal } from "./fetch.ts";
import { type LedgerState, readLedgerState } from "./ledger-state.ts";
import type { CallInput, OperationId, ReplyOf } from "./operation-types.ts";
import { type Operation, operations } from "./operations.ts";
import type { ItemOf, PagedOperationId } from "./paged-operations.ts";

/** How a client reaches its node. */
export interface ClientOptions {
  /** The platform's own `fetch` when absent. */
  readonly fetch?: Fetch;
  /** Sent with every request, e.g. a gateway's key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** First part of the ledger headers to read; `X-SVC-` when absent. */
  readonly headerPrefix?: string;
}

/** An answer with the ledger it was read from. */
export interface Answer<T> {
  readonly value: T;
  /** Absent when the node did not tell. */
  readonly ledger: LedgerState | undefined;
  /** Start of the next page; absent on the last page and on answers that are no pages. */
  readonly cursor: string | undefined;
}

/** Calls the operations of a node's API, typed by their declarations. All methods throw {@link ClientError}. */
export interface Client {
  /** Calls an operation and reads its JSON answer. Integers beyond 2^53 stay exact. */
  call<Id extends OperationId>(
    id: Id,
    input: CallInput<Id> & { readonly signal?: RequestSignal | undefined },
  ): Promise<Answer<ReplyOf<Id>>>;
  /** Calls an operation and gives the bytes of its BCS answer. */
  callBcs<Id extends OperationId>(
    id: Id,
    input: CallInput<Id> & { readonly signal?: RequestSignal | undefined },
  ): Promise<Answer<Uint8Array>>;
  /** Goes through all items from the page of `input` on. A `ledger_version` keeps pages of one ledger together. */
  items<Id extends PagedOperationId>(
    id: Id,
    input: CallInput<Id> & { readonly signal?: RequestSignal | undefined },
  ): AsyncGenerator<ItemOf<Id>, void, undefined>;
}

/** The parts of an input once the types have done their work. */
interface UntypedInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: RequestSignal | undefined;
}

/**
 * Makes a client of one node.
 *
 * @param root - where the API is mounted, e.g. `http://127.0.0.1:8080/v1`
 * @example
 * ```ts
 * const client = createClient("http://127.0.0.1:8080/v1");
 * const { value } = await client.call("get_account", { params: { address: "0x1" } });
 * ```
 */
export function createClient(root: string, options: ClientOptions = {}): Client {
  const prefix = options.headerPrefix ?? "X-SVC-";
  const base = root.replace(/\/$/, "");
  const send: Fetch = options.fetch ?? ((url, request) => platformFetch()(url, request));

  async function request(id: OperationId, input: UntypedInput, accept: string): Promise<FetchResponse> {
    const { method, path }: Operation = operations[id];
    const headers: Record<string, string> = { ...options.headers, Accept: accept };
    if (input.body !== undefined) headers["Content-Type"] = "application/json";
    const request: FetchRequest = {
      method,
      headers,
      ...(input.body !== undefined && { body: formatExactJson(input.body) }),
      ...(input.signal !== undefined && { signal: input.signal }),
    };
    const response = await send(base + writeTarget(path, input), request);
    if (response.status >= 200 && response.status < 300) return response;
    throw readRefusal(response.status, await response.text(), readLedgerState(response.headers, prefix));
  }

  const answer = <T>({ headers }: FetchResponse, value: T): Answer<T> => ({
    value,
    ledger: readLedgerState(headers, prefix),
    cursor: headers.get(prefix + cursorHeader) ?? undefined,
  });

  async function call<Id extends OperationId>(id: Id, input: UntypedInput): Promise<Answer<ReplyOf<Id>>> {
    const response = await request(id, input, "application/json");
    const text = await response.text();
    const { integers }: Operation = operations[id];
    try {
      return answer(response, parseExactJson(text, integers) as ReplyOf<Id>);
    } catch (cause) {
      const { status } = response;
      throw new ClientError("unexpected_answer", `the answer of ${id} cannot be read`, { status, cause });
    }
  }

  return {
    call,
    async callBcs(id, input) {
      const response = await request(id, input, "application/x-bcs");
      return answer(response, new Uint8Array(await response.arrayBuffer()));
    },
    async *items(id, input) {
      let page: UntypedInput = input;
      for (;;) {
        const { value, cursor } = await call(id, page);
        yield* value as unknown as ItemOf<typeof id>[];
        if (cursor === undefined) return;
        page = { ...input, query: { ...page.query, start: cursor } };
      }
    },
  };
}

/** `/accounts/{address}` and its values → `/accounts/0x1?limit=1`. */
function writeTarget(path: string, { params = {}, query = {} }: UntypedInput): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const write = (name: string, value: unknown) => `${name}=${encodeURIComponent(String(value))}`;
  const text = pairs
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((item) => write(name, item)) : write(name, value)))
    .join("&");
  return text === "" ? place : `${place}?${text}`;
}

function platformFetch(): Fetch {
  const { fetch } = globalThis as { readonly fetch?: Fetch };
  if (fetch === undefined) throw new TypeError("this platform has no fetch: pass one");
  return fetch;
}
