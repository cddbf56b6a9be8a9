import { bytesToHex, deriveGenesis } from "@ledger/types";
import { readVectorBytes } from "@ledger/vectors/files";

/** The networks whose genesis is among the vectors. */
export const networks = ["devnet", "devnet-2025-11", "previewnet3", "randomnet", "testnet", "mainnet"] as const;

/** Name of a network whose genesis is among the vectors. */
export type Network = (typeof networks)[number];

/** A whole state: values by the hex of their encoded state keys. */
export type StateMap = ReadonlyMap<string, Uint8Array>;

/** The state that a network's published genesis makes. */
export function genesisState(network: Network): StateMap {
  const { writes } = deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
  const state = new Map<string, Uint8Array>();
  for (const { key, value } of writes) {
    if (value !== undefined) state.set(keyText(key), value);
  }
  return state;
}

/** How {@link StateMap} names an encoded state key. */
export function keyText(key: Uint8Array): string {
  return bytesToHex(key);
}
