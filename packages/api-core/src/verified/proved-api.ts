import { bytesEqual, bytesToHex, mapKey, parseHash } from "@ledger/types";
import { type ProofReader, VerificationError } from "@ledger/verifier";
import type { Api, ApiRequest, ApiResponse, QueryParameters } from "../contract/api.ts";
import { utf8Decoder } from "../contract/utf8.ts";
import { createApi } from "../create-api.ts";
import type { MatchedRequest } from "./matched-request.ts";
import { ProvedLedger, type ProvedLedgerHead } from "./proved-ledger.ts";
import { isRun, ProvedRuns } from "./proved-runs.ts";
import { createProvedStore } from "./proved-store.ts";
import { type NamedQuestion, ReadMemory } from "./read-memory.ts";
import type { Witness } from "./witness.ts";

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
  readonly #runs: ProvedRuns;
  readonly #memory = new ReadMemory();

  constructor(reader: ProofReader) {
    this.#ledger = new ProvedLedger(reader);
    this.#state = createApi({ store: createProvedStore(this.#ledger, "own") });
    const config = { keepsOlderRecords: true };
    this.#records = createApi({ store: createProvedStore(this.#ledger, "newest"), config });
    this.#runs = new ProvedRuns(this.#ledger);
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
    const renewed = this.#ledger.renew(pinned === undefined ? keys : undefined);
    const isNew = pinned === undefined && keys === undefined;
    const early = isNew ? this.#runs.proveNewest(request, renewed) : undefined;
    await renewed;
    const { version: newest } = this.#ledger.head;
    const version = pinned ?? newest;
    // A version above the newest is not found, and nothing of it can be asked for.
    if (version <= newest && keys !== undefined) await this.#ledger.prefetch(version, keys);
    const witness =
      (await early) ?? (version <= newest && keys === undefined ? await this.#runs.prove(request, version) : undefined);
    const answer = async (api: Api): Promise<ProvedAnswer> => {
      const read = new Map<string, Uint8Array>();
      const stop = this.#ledger.listen((key) => void read.set(mapKey(key), key));
      try {
        const answer = await this.#handle(api, request.operation, request);
        this.#memory.remember(question, [...read.values()]);
        return answer;
      } finally {
        stop();
      }
    };
    // Without a witness values may be long in coming, and no other call has to wait for them.
    return witness === undefined ? answer(this.#state) : this.#runOn(witness, request, answer);
  }

  /** Runs a call on a witness; where that leaves something out on the one of the next node, until there is none. */
  async #runOn<T>(witness: Witness, request: MatchedRequest, run: (api: Api) => Promise<T>): Promise<T> {
    let taken: Witness | undefined = witness;
    for (let next = 1; ; next++) {
      try {
        return await (taken === undefined ? run(this.#state) : this.#runs.take(taken, run));
      } catch (error) {
        if (taken?.isIncomplete !== true || next >= this.#ledger.reader.nodes.length) throw error;
      }
      taken = await this.#runs.prove(request, witness.version, next);
    }
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

/** Names a question by what decides which state it reads. A call is like no other: the node says what one reads. */
function nameOf(request: MatchedRequest): NamedQuestion {
  const { operation, params, body } = request;
  const { resource_type = "", asset_type = "", module_name = "" } = params;
  const text = body === undefined ? "" : bytesToHex(body);
  return {
    whole: JSON.stringify([operation, params, text]),
    kind: isRun(request)
      ? undefined
      : [operation, resource_type, asset_type, module_name, body && valueTypeOf(body)].join(" "),
  };
}

/** Names the type of the table item that a body asks for. */
function valueTypeOf(body: Uint8Array): string {
  try {
    return `${(JSON.parse(utf8Decoder.decode(body)) as Readonly<Record<string, unknown>>).value_type}`;
  } catch {
    return "";
  }
}
