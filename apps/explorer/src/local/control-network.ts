import { apiBase, reach } from "../api/call.ts";
import { refusal } from "../api/failure.ts";
import type { LocalNetwork } from "./local-network.ts";

/** Does something with a network for development. @returns what the verb gives @throws ApiFailure */
export async function runVerb(verb: string, input: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const response = await reach(`${apiBase}/-/local/${verb}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return JSON.parse(text);
}

/** Returns true where accounts can be given coins. */
export function canFund({ verbs, faucet }: LocalNetwork): boolean {
  return verbs.has("fund") || faucet !== undefined;
}

/** Gives an account coins from nowhere. @param amount - octas @throws ApiFailure */
export async function fund({ verbs, faucet }: LocalNetwork, address: string, amount: bigint): Promise<void> {
  if (verbs.has("fund")) {
    await runVerb("fund", { address, amount: String(amount) });
    return;
  }
  const query = new URLSearchParams({ amount: String(amount), address });
  const response = await reach(`${faucet}/mint?${query}`, { method: "POST" });
  if (!response.ok)
    throw refusal(response.status, JSON.stringify({ error_code: "faucet", message: await response.text() }));
}
