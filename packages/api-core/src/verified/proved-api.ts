import { bytesEqual, bytesToHex, EntryFunction, mapKey, parseHash } from "@ledger/types";
import { type ProofReader, VerificationError } from "@ledger/verifier";
import type { Api, ApiRequest, ApiResponse, QueryParameters } from "../contract/api.ts";
import { utf8Decoder } from "../contract/utf8.ts";
import { createApi } from "../create-api.ts";
import { ProvedLedger, type ProvedLedgerHead } from "./proved-ledger.ts";
import { createProvedStore } from "./proved-store.ts";
import { type NamedQuestion, ReadMemory } from "./read-memory.ts";

/** A request that was matched with an operation. */
export interface MatchedRequest extends ApiRequest {
  readonly operation: string;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** An answer that was made here from proved state. */
export interface ProvedAnswer {
  readonly response: ApiResponse;
  /** The state that it was made from. */
  readonly head: ProvedLedgerHead;
}

/** Times that a newer root is asked for where a transaction is above the trusted one, and the wait between them, milliseconds. */
const [renewals, renewalWait] = [10, 200];

// The package is compiled without DOM and Node types; this is all it needs of them.
declare const setTimeout: (callback: () => void, milliseconds: number) => unknown;

/** The node's API over a ledger of which nothing is held: each answer is made here, by the code that nodes use, from proved state. */
export class ProvedApi {
  readonly #ledger: ProvedLedger;
  readonly #state: Api;
  readonly #records: Api;
  readonly #memory = new ReadMemory();

  constructor(reader: ProofReader) {
    this.#ledger = new ProvedLedger(reader);
    this.#state = createApi({ store: createProvedStore(this.#ledger, "own") });
    const config = { keepsOlderRecords: true };
    this.#records = createApi({ store: createProvedStore(this.#ledger, "newest"), config });
  }

  /**
   * Answers a question about state, or one that runs code on it.
   *
   * @throws VerificationError, and what `fetch` throws
   */
  async answerFromState(request: MatchedRequest): Promise<ProvedAnswer> {
    const question = nameOf(request);
    const keys = this.#memory.keysOf(question);
    const pinned = pinnedVersion(request.query);
    await this.#ledger.renew(pinned === undefined ? keys : undefined);
    const { version: newest } = this.#ledger.head;
    const version = pinned ?? newest;
    // A version above the newest is not found, and nothing of it can be asked for.
    if (version <= newest) await this.#prepare(request, version, keys);
    const read = new Map<string, Uint8Array>();
    const stop = this.#ledger.listen((key) => void read.set(mapKey(key), key));
    try {
      const answer = await this.#handle(this.#state, request.operation, request);
      this.#memory.remember(question, [...read.values()]);
      return answer;
    } finally {
      stop();
    }
  }

  /** Has what a request is going to read proved together, as far as that is known. */
  async #prepare(request: MatchedRequest, version: bigint, keys: readonly Uint8Array[] | undefined): Promise<void> {
    if (keys !== undefined) return this.#ledger.prefetch(version, keys);
    if (request.operation === "view") await this.#takeWitness(request, version);
  }

  /** Answers with the transaction of a version. @throws as {@link answerFromState} */
  async answerWithTransaction(request: MatchedRequest): Promise<ProvedAnswer> {
    await this.#ledger.renew();
    return this.#handle(this.#records, "get_transaction_by_version", request);
  }

  /**
   * Answers with a transaction that was asked for by its hash.
   *
   * @param version - the one that the node claims for it
   * @returns `undefined` where no trusted root covers the version yet
   * @throws as {@link answerFromState}
   */
  async answerWithHash(request: MatchedRequest, version: bigint): Promise<ProvedAnswer | undefined> {
    if (!(await this.#reach(version))) return undefined;
    const { info } = await this.#ledger.record(version);
    if (!bytesEqual(info.transactionHash, parseHash(request.params.txn_hash!)))
      throw new VerificationError("value", `the transaction of version ${version} has another hash`);
    const params = { txn_version: String(version) };
    return this.#handle(this.#records, "get_transaction_by_version", { ...request, params });
  }

  /** Waits for a trusted root that covers a version: those who vouch for roots may lag a little. */
  async #reach(version: bigint): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      await this.#ledger.renew();
      if (this.#ledger.head.version >= version) return true;
      if (tries === renewals) return false;
      await new Promise<void>((resolve) => setTimeout(resolve, renewalWait));
    }
  }

  /** Has all that a call reads proved at once. A node that cannot is asked key by key. */
  async #takeWitness({ body, contentType = "application/json" }: MatchedRequest, version: bigint): Promise<void> {
    try {
      const headers = { "content-type": contentType };
      await this.#ledger.addWitness({ headers, ...(body !== undefined && { body }) }, version);
    } catch (error) {
      if (!(error instanceof VerificationError) || error.step !== "request") throw error;
    }
  }

  async #handle(api: Api, operation: string, request: ApiRequest): Promise<ProvedAnswer> {
    const { head, refusal } = this.#ledger;
    const response = await api.handle(operation, request);
    // Some faults on the way to an answer are swallowed where they only make it say less; that of a proof must not be.
    if (this.#ledger.refusal !== undefined && this.#ledger.refusal !== refusal) throw this.#ledger.refusal;
    const { error } = response;
    if (error?.code === "internal_error" && error.cause !== undefined) throw error.cause;
    return { response, head };
  }
}

function pinnedVersion(query: QueryParameters): bigint | undefined {
  const text = query.getAll("ledger_version")[0];
  return text !== undefined && /^[0-9]{1,20}$/.test(text) ? BigInt(text) : undefined;
}

/** Names a question by what decides which state it reads. */
function nameOf({ operation, params, contentType, body }: MatchedRequest): NamedQuestion {
  const { resource_type = "", asset_type = "", module_name = "" } = params;
  const text = body === undefined ? "" : bytesToHex(body);
  return {
    whole: JSON.stringify([operation, params, text]),
    kind: [operation, resource_type, asset_type, module_name, body && functionOf(body, contentType)].join(" "),
  };
}

/** Names the function that a body calls, where it is a view's. */
function functionOf(body: Uint8Array, contentType: string | undefined): string {
  try {
    if (contentType?.includes("bcs") === true) {
      const { module, function: name } = EntryFunction.decode(body);
      return `${bytesToHex(module.address)}::${module.name}::${name}`;
    }
    const { function: id, value_type } = JSON.parse(utf8Decoder.decode(body)) as Readonly<Record<string, unknown>>;
    return `${id ?? value_type}`;
  } catch {
    return "";
  }
}
