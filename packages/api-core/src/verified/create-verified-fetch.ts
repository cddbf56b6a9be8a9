import {
  type NodeAnswer,
  type NodeFetch,
  type NodeReader,
  ProofReader,
  type ProofReaderOptions,
  VerificationError,
  type VouchedRoot,
} from "@ledger/verifier";
import type { Operation } from "../client/operations.ts";
import { operations } from "../client/operations.ts";
import {
  type ClientProvider,
  createProvider,
  type ProviderRequest,
  type ProviderResponse,
} from "../client/provider.ts";
import { parseUrl } from "../client/url.ts";
import { apiRoot, createRouteTable } from "../contract/route-table.ts";
import { utf8Encoder } from "../contract/utf8.ts";
import { claimedVersion } from "./claimed-version.ts";
import { expectSubmitted } from "./expect-submitted.ts";
import type { MatchedRequest } from "./matched-request.ts";
import type { ProvedAnswer, ProvedApi } from "./proved-api.ts";

/** A request that no proof covers. */
export interface UnverifiableRequest {
  readonly method: string;
  readonly url: string;
  /** Operation of the API; absent for other addresses, such as that of a faucet. */
  readonly operation: string | undefined;
}

/** The mark of an answer: says whether it was verified. */
export type AnswerMark =
  | {
      readonly verified: true;
      /** The root that it was proved under, and who vouches for it. */
      readonly root: VouchedRoot;
    }
  | { readonly verified: false };

/** Options of {@link createVerifiedFetch}. */
export interface VerifiedFetchOptions extends ProofReaderOptions {
  /**
   * The treatment of what no proof covers, such as lists and estimates: `refuse` throws, `pass` hands on what the node says, marked. A
   * function decides by the request; it returns true to pass. `refuse` when absent.
   */
  readonly onUnverifiable?: "refuse" | "pass" | ((request: UnverifiableRequest) => boolean) | undefined;
  /** Called with every answer before it is handed on: says whether it was verified. */
  readonly onAnswer?: ((request: UnverifiableRequest, mark: AnswerMark) => void) | undefined;
}

/** A transport whose answers are verified. */
export interface VerifiedFetch extends ClientProvider {
  /** The same: `new AptosConfig({ client: verified })`. */
  readonly provider: ClientProvider;
  /** The same as a standard `fetch`, as far as clients of the API use it. */
  fetch(url: string, init?: Partial<ProviderRequest>): Promise<ProviderResponse>;
}

/** The header that says whether an answer was verified: `true` or `false`. */
export const verifiedHeader = "x-ledger-verified";

/** Operations that are answered from proved state. */
const fromState: ReadonlySet<string> = new Set<keyof typeof operations>([
  "get_ledger_info",
  "get_account",
  "get_account_resource",
  "get_account_module",
  "get_account_balance",
  "get_table_item",
  "get_raw_table_item",
  "get_raw_state_value",
  "view",
  "simulate_transaction",
]);

/** Operations that are answered with a proved transaction, once its version is known. */
const byHash: ReadonlySet<string> = new Set<keyof typeof operations>([
  "get_transaction_by_hash",
  "wait_transaction_by_hash",
]);

/** Operations whose answers say nothing of the ledger, but which transaction was taken. */
const submissions: ReadonlySet<string> = new Set<keyof typeof operations>([
  "submit_transaction",
  "submit_batch_transactions",
]);

/** A request to a node that the transport knows. */
interface SentRequest {
  readonly matched: MatchedRequest;
  readonly node: NodeReader;
  /** Path and query below the root of the node's API. */
  readonly target: string;
}

/** Most bytes of a transaction in JSON. */
const maxTransactionBytes = 64 * 1024 * 1024;

// The package is compiled without DOM and Node types; this is all it needs of them.
declare const Response: new (
  body: string | Uint8Array<ArrayBuffer> | undefined,
  init: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
) => ProviderResponse;

/**
 * Makes a transport for the official client that believes no node: it has the state proved that an answer rests on, and makes the answer
 * itself, by the code of the node. Views run here.
 *
 * Its calls throw {@link VerificationError} where an answer does not hold, with the step at which it fails, and for requests that no
 * proof covers where these are refused. Submissions, and what is asked of other addresses with a `pass`, go out unchanged. Where a signed
 * transaction was sent in BCS, as the official client does, the answer has to name its hash; of one in JSON, and of a batch, whose answer
 * names none, compute the hash yourself before you wait for it.
 *
 * @throws RangeError where no node was given
 * @example
 * ```ts
 * const client = createVerifiedFetch({
 *   node: "https://node.example/v1",
 *   trust: agreement({ nodes: ["https://a.example/v1", "https://b.example/v1", "https://c.example/v1"], need: 2 }),
 *   maxAgeMs: 30_000,
 * });
 * const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: "https://node.example/v1", client }));
 * ```
 */
export function createVerifiedFetch(options: VerifiedFetchOptions): VerifiedFetch {
  const transport = new VerifiedTransport(options);
  const fetch: VerifiedFetch["fetch"] = (url, init = {}) => transport.send(url, init);
  const provider = createProvider(fetch);
  return Object.assign(<Req, Res>(request: Parameters<typeof provider<Req, Res>>[0]) => provider<Req, Res>(request), {
    provider,
    fetch,
  });
}

class VerifiedTransport {
  readonly #options: VerifiedFetchOptions;
  readonly #reader: ProofReader;
  readonly #routes = createRouteTable(
    Object.entries(operations as Readonly<Record<string, Operation>>).map(([id, { method, path }]) => {
      return { id, method, path, tag: "" };
    }),
  );
  #api: Promise<ProvedApi> | undefined;

  constructor(options: VerifiedFetchOptions) {
    this.#options = options;
    this.#reader = new ProofReader(options);
  }

  async send(url: string, init: Partial<ProviderRequest>): Promise<ProviderResponse> {
    const { method = "GET" } = init;
    const sent = this.#match(url, init);
    const request: UnverifiableRequest = { method, url, operation: sent?.matched.operation };
    try {
      const proved = sent && (await this.#prove(sent));
      return proved === undefined ? await this.#leave(request, init, sent) : this.#hand(request, proved);
    } catch (error) {
      throw error instanceof VerificationError ? error.of(`${method} ${url}`) : error;
    }
  }

  /** @returns `undefined` for what cannot be proved */
  async #prove({ matched, target }: SentRequest): Promise<ProvedAnswer | undefined> {
    const { operation } = matched;
    if (operation === "simulate_transaction" && estimatesPrice(matched)) return undefined;
    if (fromState.has(operation)) return (await this.#open()).answerFromState(matched);
    if (operation === "get_transaction_by_version") return (await this.#open()).answerWithTransaction(matched);
    return byHash.has(operation) ? this.#proveByHash(matched, target) : undefined;
  }

  /**
   * Asks one node after the other which version has a hash, until what one says holds.
   *
   * @returns `undefined` where no node says so of a version that a trusted root covers
   * @throws VerificationError where no node gives an answer about the transaction
   */
  async #proveByHash(matched: MatchedRequest, target: string): Promise<ProvedAnswer | undefined> {
    const faults: unknown[] = [];
    for (const node of this.#reader.nodes) {
      try {
        const version = claimedVersion(node, matched, await node.askJson(target, maxTransactionBytes));
        if (version === undefined) continue;
        const answer = await (await this.#open()).answerWithHash(matched, version);
        if (answer !== undefined) return answer;
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (faults.length === this.#reader.nodes.length) throw faults.at(-1);
    return undefined;
  }

  /** The API is loaded with the first request that needs it. */
  #open(): Promise<ProvedApi> {
    this.#api ??= import("./proved-api.ts").then(({ ProvedApi }) => new ProvedApi(this.#reader));
    return this.#api;
  }

  /** Hands on an answer that was proved. */
  #hand(request: UnverifiableRequest, { response, head }: ProvedAnswer): ProviderResponse {
    this.#options.onAnswer?.(request, { verified: true, root: head.root });
    const { status, headers, body } = response;
    return new Response(body as string | Uint8Array<ArrayBuffer> | undefined, {
      status,
      headers: { ...headers, [verifiedHeader]: "true" },
    });
  }

  /** Lets a request go that no proof covers, or refuses it. */
  async #leave(
    request: UnverifiableRequest,
    init: Partial<ProviderRequest>,
    sent: SentRequest | undefined,
  ): Promise<ProviderResponse> {
    const { operation } = request;
    const mayPass = submissions.has(operation ?? "") || this.#mayPass(request);
    if (!mayPass && byHash.has(operation ?? "")) return this.#hidden(request);
    if (!mayPass) throw new VerificationError("request", `no proof covers ${operation ?? "this address"}`);
    const answer = await (sent === undefined ? this.#send(request.url, init) : sent.node.ask(sent.target, init));
    if (operation === "submit_transaction") expectSubmitted(init, answer);
    const headers: Record<string, string> = {};
    answer.headers.forEach((value, name) => {
      // The body was decoded.
      if (name !== "content-encoding" && name !== "content-length") headers[name] = value;
    });
    this.#options.onAnswer?.(request, { verified: false });
    const { status, body } = answer;
    return new Response(body, { status, headers: { ...headers, [verifiedHeader]: "false" } });
  }

  /** A transaction that is not in the trusted ledger yet: that is all that can be said, and what the node says of it is left out. */
  #hidden(request: UnverifiableRequest): ProviderResponse {
    this.#options.onAnswer?.(request, { verified: false });
    const body = {
      message: "no trusted root covers this transaction yet",
      error_code: "transaction_not_found",
      vm_error_code: null,
    };
    const headers = { "content-type": "application/json", [verifiedHeader]: "false" };
    return new Response(JSON.stringify(body), { status: 404, headers });
  }

  #mayPass(request: UnverifiableRequest): boolean {
    const { onUnverifiable = "refuse" } = this.#options;
    return typeof onUnverifiable === "function" ? onUnverifiable(request) : onUnverifiable === "pass";
  }

  /** Sends what is asked of an address outside of the nodes' APIs: it takes as long as it takes. */
  async #send(url: string, { method = "GET", headers = {}, body }: Partial<ProviderRequest>): Promise<NodeAnswer> {
    const { fetch = (globalThis as unknown as { readonly fetch: NodeFetch }).fetch } = this.#options;
    const request = { method, headers, ...(body !== undefined && { body }) };
    const response = (await fetch(url, request)) as unknown as ProviderResponse;
    return { status: response.status, headers: response.headers, body: new Uint8Array(await response.arrayBuffer()) };
  }

  /** Finds the operation of a request; `undefined` for addresses outside of the nodes' APIs. */
  #match(url: string, { method = "GET", headers = {}, body }: Partial<ProviderRequest>): SentRequest | undefined {
    const node = this.#reader.nodes.find(
      (node: NodeReader) => url === node.url || (/^[/?]/.test(url.slice(node.url.length)) && url.startsWith(node.url)),
    );
    if (node === undefined) return undefined;
    const target = url.slice(node.url.length);
    const { pathname, searchParams } = parseUrl(`http://localhost${apiRoot}${target}`);
    const found = this.#routes.find(method, pathname);
    if (found === undefined) return undefined;
    const matched = {
      operation: found.route.id,
      params: found.params,
      query: searchParams,
      accept: headers.accept,
      contentType: headers["content-type"],
      ...(method === "POST" && {
        body: typeof body === "string" ? utf8Encoder.encode(body) : (body ?? new Uint8Array(0)),
      }),
    };
    return { matched, node, target };
  }
}

/** True for a simulation at an estimated price: it is the node's own opinion, which no state proves. */
function estimatesPrice({ query }: MatchedRequest): boolean {
  const names = ["estimate_gas_unit_price", "estimate_prioritized_gas_unit_price"];
  return names.some((name) => query.getAll(name).includes("true"));
}
