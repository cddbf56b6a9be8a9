import type { PendingTransaction } from "./pending-transaction.ts";

/** Takes the best first transaction of all chains again and again: chains keep their order. */
export function mergeByPrice(chains: PendingTransaction[][], limit: number): PendingTransaction[] {
  const heads = chains.map((chain) => ({ chain, next: 0 }));
  const merged: PendingTransaction[] = [];
  const order = (a: PendingTransaction, b: PendingTransaction): number => {
    const prices = b.transaction.rawTxn.gasUnitPrice - a.transaction.rawTxn.gasUnitPrice;
    if (prices === 0n) return a.receivedMs - b.receivedMs;
    return prices > 0n ? 1 : -1;
  };
  heads.sort((a, b) => order(a.chain[0]!, b.chain[0]!));
  while (merged.length < limit && heads.length > 0) {
    const best = heads.shift()!;
    merged.push(best.chain[best.next++]!);
    const following = best.chain[best.next];
    if (following === undefined) continue;
    let at = 0;
    while (at < heads.length && order(heads[at]!.chain[heads[at]!.next]!, following) <= 0) at++;
    heads.splice(at, 0, best);
  }
  return merged;
}
