/** Name of the chain that a node makes by itself. */
export const localName = "Local network";

const chainNames: Readonly<Record<number, string>> = { 1: "Mainnet", 2: "Testnet", 4: localName };

/** Name of a chain: that of a well-known chain id, or the id. */
export function chainName(chainId: number): string {
  return chainNames[chainId] ?? `Chain ${chainId}`;
}
