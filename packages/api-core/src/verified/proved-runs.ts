import { VerificationError, type WitnessRequest } from "@ledger/verifier";
import type { Api } from "../contract/api.ts";
import { createApi } from "../create-api.ts";
import type { MatchedRequest } from "./matched-request.ts";
import type { ProvedLedger } from "./proved-ledger.ts";
import { createProvedStore } from "./proved-store.ts";
import type { Witness } from "./witness.ts";

/** Operations that run code, and what has their reads proved. */
const runs: ReadonlyMap<string, "view" | "simulate"> = new Map([
  ["view", "view"],
  ["simulate_transaction", "simulate"],
]);

/** True for a request that runs code. */
export function isRun({ operation }: Pick<MatchedRequest, "operation">): boolean {
  return runs.has(operation);
}

/** After so many misses the calls without a try do not become more: at most one request of 64 is for nothing. */
const mostMisses = 6;

/** The call whose reads are to be proved; `undefined` for what is none. */
function witnessRequest({
  operation,
  body,
  query,
  contentType = "application/json",
}: MatchedRequest): WitnessRequest | undefined {
  const name = runs.get(operation);
  if (name === undefined) return undefined;
  const estimatesMaxGas = query.getAll("estimate_max_gas_amount")[0] === "true";
  return { runs: name, estimatesMaxGas, headers: { "content-type": contentType }, ...(body !== undefined && { body }) };
}

/** Runs views and simulations on what a node proved that they read, one after the other. */
export class ProvedRuns {
  readonly #ledger: ProvedLedger;
  readonly #api: Api;
  /** The witness of the call that runs now. */
  #witness: Witness | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** Newest states in a row that were not those of the root, and the calls that no more of them are asked for. */
  #misses = 0;
  #rest = 0;

  constructor(ledger: ProvedLedger) {
    this.#ledger = ledger;
    const store = createProvedStore(ledger, "own", (version, key) =>
      this.#witness?.version === version ? this.#witness.read(key) : ledger.readState(version, key),
    );
    this.#api = createApi({ store });
  }

  /**
   * Has all that a call reads proved at once.
   *
   * @param first - index of the node to ask first
   * @returns `undefined` for what is no call, and where the node cannot: values are proved one by one then
   */
  async prove(request: MatchedRequest, version: bigint, first = 0): Promise<Witness | undefined> {
    const call = witnessRequest(request);
    if (call === undefined) return undefined;
    try {
      return await this.#ledger.takeWitness(call, version, first);
    } catch (error) {
      if (!(error instanceof VerificationError) || error.step !== "request") throw error;
      return undefined;
    }
  }

  /**
   * The same of the newest state, asked for while it is still being found which one that is. Where that came to nothing it is not tried
   * for a while: those who vouch for roots may always be ahead of the node, or behind it.
   *
   * @param renewed - see {@link ProvedLedger.renew}
   * @returns `undefined` for whatever fails: it is asked for again then
   */
  async proveNewest(request: MatchedRequest, renewed: Promise<void>): Promise<Witness | undefined> {
    const call = witnessRequest(request);
    if (call === undefined || this.#rest-- > 0) return undefined;
    const witness = await this.#ledger.takeNewestWitness(call, renewed).catch(() => undefined);
    this.#misses = witness === undefined ? Math.min(this.#misses + 1, mostMisses) : 0;
    this.#rest = 2 ** this.#misses - 1;
    return witness;
  }

  /** Lets a call run on its witness when those before it have ended. */
  take<T>(witness: Witness, run: (api: Api) => Promise<T>): Promise<T> {
    const result = this.#turn.then(() => {
      this.#witness = witness;
      return run(this.#api);
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
