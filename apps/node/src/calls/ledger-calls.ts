import type { Handlers, Peer } from "@ledger/kit";
import type { MissingState } from "@ledger/state-store";
import type { HashValue, Submission } from "@ledger/types";

/** Functions of the thread that keeps the ledger. */
export interface LedgerFunctions extends PoolFunctions {
  /** Makes state known that a partly known ledger misses. */
  complete(missing: MissingState): undefined;
}

/** Functions of the pool of transactions, wherever it is. */
export interface PoolFunctions {
  /** Hands a transaction to the pool, see `TransactionPool.submit`. */
  submit(transaction: Uint8Array): Submission;
  /** Looks for one that waits, see `TransactionPool.findPending`. */
  find_pending(hash: HashValue): Uint8Array | undefined;
}

/** Has a call made where the ledger is kept. Rejects when that fails, or when nothing keeps the ledger. */
export type CallLedger = <K extends keyof LedgerFunctions>(
  name: K,
  input: Parameters<LedgerFunctions[K]>[0],
) => Promise<ReturnType<LedgerFunctions[K]>>;

/** Has calls made by the thread or process at the other side of a connection. */
export function ledgerOf(peer: Pick<Peer<LedgerFunctions>, "call">): CallLedger {
  return ((name, input) => peer.call(name, input as never)) as CallLedger;
}

/** Passes calls of another thread or process on. */
export function passOn(callLedger: CallLedger): Handlers<LedgerFunctions> {
  return {
    complete: (missing) => callLedger("complete", missing),
    submit: (transaction) => callLedger("submit", transaction),
    find_pending: (hash) => callLedger("find_pending", hash),
  };
}
