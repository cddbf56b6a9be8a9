import { EpochState, hexToBytes, parseHash } from "@ledger/types";
import {
  readStateAnswerJson,
  type TrustedRoot,
  VerificationError,
  type VerifiedState,
  verifySignedRoot,
  verifyState,
} from "../../src/index.ts";

/** An answer of the vectors, with its question and what is trusted. */
export interface Case {
  readonly ask: { readonly keys: readonly string[]; readonly ledger_version: string };
  readonly trust:
    | { readonly ledger_version: string; readonly accumulator_root: string }
    | { readonly epoch_state: string };
  readonly answer: unknown;
}

/** The trusted root of a case that needs no signature. */
export function rootOf({ trust }: Case): TrustedRoot {
  if ("epoch_state" in trust) throw new Error("the case trusts validators");
  return { ledgerVersion: BigInt(trust.ledger_version), accumulatorRoot: parseHash(trust.accumulator_root) };
}

/** Verifies an answer as its case says. */
export async function verifyCase(one: Case): Promise<VerifiedState> {
  const answer = readStateAnswerJson(one.answer);
  const root =
    "epoch_state" in one.trust
      ? await verifySignedRoot(answer.ledgerInfo, EpochState.decode(hexToBytes(one.trust.epoch_state)))
      : rootOf(one);
  const question = { keys: one.ask.keys.map(hexToBytes), version: BigInt(one.ask.ledger_version), allowEarlier: true };
  return verifyState(answer, question, root);
}

/** The step at which an answer is refused; `undefined` when it is accepted. */
export async function findRefusal(one: Case): Promise<string | undefined> {
  try {
    await verifyCase(one);
    return undefined;
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return error.step;
  }
}
