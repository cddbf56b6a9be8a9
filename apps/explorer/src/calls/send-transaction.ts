import { formatHex, hashSignedTransaction, SignedTransaction } from "@ledger/types";
import type { SimulatedTransaction, Transaction } from "../api/answers.ts";
import { apiBase, reach } from "../api/call.ts";
import { refusal } from "../api/failure.ts";
import { node } from "../api/node.ts";

/** Hands a transaction in as BCS. @throws ApiFailure */
async function post(path: string, transaction: SignedTransaction): Promise<Response> {
  const response = await reach(apiBase + path, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/x.aptos.signed_transaction+bcs" },
    body: new Uint8Array(SignedTransaction.encode(transaction)),
  });
  if (!response.ok) throw refusal(response.status, await response.text());
  return response;
}

/** Simulates a transaction on the present state. @param estimate - whether the node chooses the gas price and the most gas */
export async function simulateTransaction(
  transaction: SignedTransaction,
  estimate: boolean,
): Promise<SimulatedTransaction> {
  const query = estimate ? "?estimate_gas_unit_price=true&estimate_max_gas_amount=true" : "";
  const response = await post(`/transactions/simulate${query}`, transaction);
  const [simulated] = (await response.json()) as readonly SimulatedTransaction[];
  if (simulated === undefined) throw new Error("the node returned no simulation");
  return simulated;
}

/** Submits a signed transaction. @returns its hash, under which it will be found */
export async function submitTransaction(transaction: SignedTransaction): Promise<string> {
  await post("/transactions", transaction);
  return formatHex(hashSignedTransaction(SignedTransaction.encode(transaction)));
}

/** Milliseconds between two looks, where the node answers at once. */
const pause = 300;

/** Seconds to keep waiting after a transaction's expiration: the ledger's clock may be slower. */
const grace = 5;

/** Waits until a transaction is committed; `undefined` when it has expired without that. @throws ApiFailure */
export async function waitForTransaction(
  hash: string,
  expiration: bigint,
  signal: AbortSignal,
): Promise<Transaction | undefined> {
  const params = { txn_hash: hash };
  while (Date.now() / 1000 < Number(expiration) + grace) {
    try {
      const { value } = await node.call("wait_transaction_by_hash", { params, signal });
      const found: { readonly type: string } = value;
      if (found.type !== "pending_transaction") return value as Transaction;
    } catch (error) {
      if (signal.aborted || !isNotFound(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
  }
  return undefined;
}

function isNotFound(error: unknown): boolean {
  return typeof error === "object" && error !== null && Reflect.get(error, "status") === 404;
}
