import type { MissingState } from "@ledger/state-store";
import type { HashValue, Submission } from "@ledger/types";

/** Calls that the thread that keeps the ledger answers, by kind. Plain data: it crosses threads and processes. */
export interface LedgerCalls {
  /** Makes state known that a partly known ledger misses. */
  readonly complete: { readonly input: MissingState; readonly result: undefined };
  /** Hands a transaction to the pool, see `TransactionPool.submit`. */
  readonly submit: { readonly input: Uint8Array; readonly result: Submission };
  /** Looks for one that waits, see `TransactionPool.findPending`. */
  readonly find_pending: { readonly input: HashValue; readonly result: Uint8Array | undefined };
}

/** A call of {@link LedgerCalls}. */
export type LedgerCall<K extends keyof LedgerCalls = keyof LedgerCalls> = {
  readonly [Kind in K]: { readonly kind: Kind; readonly input: LedgerCalls[Kind]["input"] };
}[K];

/** Has a call made where the ledger is kept. Rejects when that fails, or when nothing keeps the ledger. */
export type CallLedger = <K extends keyof LedgerCalls>(
  kind: K,
  input: LedgerCalls[K]["input"],
) => Promise<LedgerCalls[K]["result"]>;

/** Handlers of calls, by kind. */
export type LedgerCallHandlers = {
  readonly [Kind in keyof LedgerCalls]: (input: LedgerCalls[Kind]["input"]) => Promise<LedgerCalls[Kind]["result"]>;
};

/** A call on its way to the thread that keeps the ledger. */
export interface CallMessage {
  readonly type: "call";
  readonly id: number;
  readonly call: LedgerCall;
}

/** The result of the call of the same id. */
export interface ReturnMessage {
  readonly type: "return";
  readonly id: number;
  readonly outcome:
    | { readonly isDone: true; readonly result: LedgerCalls[keyof LedgerCalls]["result"] }
    | { readonly isDone: false; readonly failure: string };
}

/** Makes the call of a message, and returns its result. */
export async function answerCall(callLedger: CallLedger, { id, call }: CallMessage): Promise<ReturnMessage> {
  try {
    return { type: "return", id, outcome: { isDone: true, result: await callLedger(call.kind, call.input) } };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { type: "return", id, outcome: { isDone: false, failure } };
  }
}
