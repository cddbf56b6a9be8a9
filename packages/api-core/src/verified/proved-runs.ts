import { VerificationError } from "@ledger/verifier";
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

/** Runs views and simulations on what a node proved that they read, one after the other. */
export class ProvedRuns {
  readonly #ledger: ProvedLedger;
  readonly #api: Api;
  /** The witness of the call that runs now. */
  #witness: Witness | undefined;
  #turn: Promise<unknown> = Promise.resolve();

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
    const { operation, body, query, contentType = "application/json" } = request;
    const name = runs.get(operation);
    if (name === undefined) return undefined;
    const estimatesMaxGas = query.getAll("estimate_max_gas_amount")[0] === "true";
    const headers = { "content-type": contentType };
    try {
      const call = { runs: name, estimatesMaxGas, headers, ...(body !== undefined && { body }) };
      return await this.#ledger.takeWitness(call, version, first);
    } catch (error) {
      if (!(error instanceof VerificationError) || error.step !== "request") throw error;
      return undefined;
    }
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
