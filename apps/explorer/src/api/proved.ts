import { type Answer, type CallInput, createClient, type OperationId, type ReplyOf } from "@ledger/api-core/client";
import { apiBase, chosenNodes, type Reach } from "./call.ts";
import { ApiFailure, notVerified, refusedStep, stepText, toFailure } from "./failure.ts";
import { reachFree } from "./node.ts";
import type { Prover } from "./prover.ts";

/** The ground that an answer rests on. */
export type Mark =
  | {
      readonly kind: "proved";
      /** Version of the root that it was proved against. */
      readonly version: string;
      /** The ones who vouch for the root, in words. */
      readonly restsOn: string;
    }
  /** The word of the node that answered. */
  | { readonly kind: "believed" };

/** Something with its mark. */
export interface Proved<T> {
  readonly value: T;
  readonly mark: Mark;
}

/** Encoded state key of the chain id, as hex: a value that every ledger of this kind has. */
const chainIdKey = `0x00${"00".repeat(31)}01${"3301"}${"00".repeat(31)}0108636861696e5f696407436861696e496400`;

/** Milliseconds after which a node that keeps no proofs is asked again: it may be building its tree. */
const forgotten = 60_000;

const believed: Mark = { kind: "believed" };

let known: { readonly prover: Promise<Prover | undefined>; readonly until: number } | undefined;

/** Finds what proves answers; `undefined` where the node keeps no proofs. What checks them is loaded where it does. */
export function findProver(): Promise<Prover | undefined> {
  if (known !== undefined && performance.now() < known.until) return known.prover;
  const prover = look();
  const asked = { prover, until: Number.POSITIVE_INFINITY };
  known = asked;
  const forget = (): void => {
    if (known === asked) known = undefined;
  };
  prover.then((found) => {
    if (found === undefined && known === asked) known = { prover, until: performance.now() + forgotten };
  }, forget);
  return prover;
}

async function look(): Promise<Prover | undefined> {
  const answer = await reachFree(`${apiBase}/proofs/state?key=${chainIdKey}`, {
    headers: { Accept: "application/json" },
  });
  // A body that is not read keeps its connection.
  await answer.arrayBuffer();
  if (!answer.ok) return undefined;
  const { createProver } = await import("./verified.ts");
  return createProver(apiBase, chosenNodes.roots);
}

/**
 * Asks for something that can be proved. Where the node keeps no proofs, or has none of this, it is the node's word, unless the reader refuses
 * that. A proof that does not hold is an error: its answer is shown nowhere.
 *
 * @param ask - asks through the transport that it is given
 * @param at - the version that is asked for; the newest when absent
 */
export async function prove<T>(
  ask: (reach: Reach) => Promise<T>,
  { at, signal }: { readonly at?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Proved<T>> {
  const prover = await findProver();
  let reason = "this node keeps no proofs";
  if (prover !== undefined) {
    try {
      let [version, restsOn] = ["", ""];
      const value = await ask(async (url, request) => {
        const response = await prover.reach(url, request);
        version = response.headers.get("X-SVC-Ledger-Version") ?? "";
        // Others have their answers while this one is read, and not the same nodes may have agreed on them.
        restsOn = prover.restsOn;
        return response;
      });
      return { value, mark: { kind: "proved", version, restsOn } };
    } catch (error) {
      if (!(isUnproved(error) || (isEarlier(error, at) && !(await prover.hasRoot(at))))) throw error;
      reason = toFailure(error).message;
    }
  }
  signal?.throwIfAborted();
  const value = await ask(reachFree);
  if (chosenNodes.isStrict && !isPending(value)) throw new ApiFailure(0, notVerified, stepText("request", reason));
  return { value, mark: believed };
}

/** Returns true where there was no proof, or no root yet that covers what was asked for: not where a proof does not hold. */
function isUnproved(error: unknown): boolean {
  if (refusedStep(error) !== undefined) return refusedStep(error) === "request";
  return ["version_not_found", "transaction_not_found"].includes(toFailure(error).code);
}

/** Returns true where a node proved an earlier state than that of the version that was asked for. */
function isEarlier(error: unknown, at: string | undefined): at is string {
  return at !== undefined && /^\d{1,20}$/.test(at) && refusedStep(error) === "info";
}

/** Returns true for a transaction that is in no ledger yet: nothing could prove it. */
function isPending(answer: unknown): boolean {
  const { value } = (answer ?? {}) as { readonly value?: { readonly type?: unknown } };
  return value?.type === "pending_transaction";
}

/** Calls an operation whose answer can be proved. */
export async function callProved<Id extends OperationId>(
  id: Id,
  input: CallInput<Id> & { readonly signal?: AbortSignal | undefined },
): Promise<Answer<ReplyOf<Id>> & { readonly mark: Mark }> {
  const { query, signal } = input as {
    readonly query?: Readonly<Record<string, unknown>>;
    readonly signal?: AbortSignal;
  };
  const at = typeof query?.ledger_version === "string" ? query.ledger_version : undefined;
  const ask = (reach: Reach) => createClient(apiBase, { fetch: reach }).call(id, input);
  const { value, mark } = await prove(ask, { at, signal });
  return { ...value, mark };
}
