import { waitFor } from "./wait-for.ts";

/** Has the faucet of a local network give coins, and waits for the transaction. @returns its version */
export async function mint(url: string, address: string, amount: number): Promise<string> {
  const minted = await fetch(`${url}/mint?address=${address}&amount=${amount}`, { method: "POST" });
  const [hash] = (await minted.json()) as readonly string[];
  const byHash = `${url}/v1/transactions/by_hash/0x${hash!.replace(/^0x/, "")}`;
  const { version } = await waitFor(
    async () => (await (await fetch(byHash)).json()) as { readonly version?: string },
    (transaction) => transaction.version !== undefined,
  );
  return version!;
}
