import { type NodeProcess, type ServingNode, startNode } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";

/** Starts a node of its own local network, without the demonstration's transactions. */
export function startLocalNetwork(...args: string[]): Promise<NodeProcess> {
  return startNode("--workload", "off", ...args);
}

/** Starts one in this process. */
export function composeLocalNetwork(...args: string[]): Promise<ServingNode> {
  return composeNode("--workload", "off", ...args);
}

/** The head of a node's ledger. */
export async function readHead(
  url: string,
): Promise<{ readonly ledger_version: string; readonly block_height: string }> {
  return (await (await fetch(`${url}/v1`)).json()) as { ledger_version: string; block_height: string };
}

/** Has an account funded. @returns the hash of the transaction */
export async function fund(url: string, address: string, amount: number): Promise<string> {
  const response = await fetch(`${url}/fund`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address, amount }),
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const { txn_hashes } = (await response.json()) as { txn_hashes: string[] };
  return txn_hashes[0]!;
}

/** A transaction of the ledger, or one that waits. */
export interface FoundTransaction {
  readonly type: string;
  readonly version?: string;
  readonly success?: boolean;
}

/** Waits until a transaction is in the ledger. */
export async function untilCommitted(url: string, hash: string): Promise<FoundTransaction> {
  for (;;) {
    const response = await fetch(`${url}/v1/transactions/wait_by_hash/0x${hash}`);
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    const found = (await response.json()) as FoundTransaction;
    if (found.type !== "pending_transaction") return found;
  }
}

/** What an account holds of the chain's coin, in octas. */
export async function balanceOf(url: string, address: string): Promise<bigint> {
  return BigInt(await (await fetch(`${url}/v1/accounts/${address}/balance/0x1::aptos_coin::AptosCoin`)).text());
}
