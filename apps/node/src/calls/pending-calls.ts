import type { CallLedger, CallMessage, LedgerCall, LedgerCalls, ReturnMessage } from "./ledger-calls.ts";

type Result = LedgerCalls[keyof LedgerCalls]["result"];

/** Calls to another thread or process that have not been answered, by number. */
export class PendingCalls {
  readonly #pending = new Map<number, PromiseWithResolvers<Result>>();
  readonly #send: (message: CallMessage) => void;
  #next = 0;

  /** @param send - brings a call to the other side */
  constructor(send: (message: CallMessage) => void) {
    this.#send = send;
  }

  /** Makes a call. Rejects with the failure that the other side reported. */
  readonly call: CallLedger = async (kind, input) => {
    const id = this.#next++;
    const pending = Promise.withResolvers<Result>();
    this.#pending.set(id, pending);
    this.#send({ type: "call", id, call: { kind, input } as LedgerCall });
    return (await pending.promise) as LedgerCalls[typeof kind]["result"];
  };

  /** Settles the call that a message answers. */
  settle({ id, outcome }: ReturnMessage): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (outcome.isDone) pending?.resolve(outcome.result);
    else pending?.reject(new Error(outcome.failure));
  }

  /** Fails all calls, because the other side will not answer them. */
  failAll(failure: string): void {
    for (const id of [...this.#pending.keys()]) {
      this.settle({ type: "return", id, outcome: { isDone: false, failure } });
    }
  }
}
