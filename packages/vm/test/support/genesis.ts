import { bytesToHex, deriveGenesis } from "@ledger/types";
import { type Network, networks } from "@ledger/vectors";
import { readVectorBytes } from "@ledger/vectors/files";

export { type Network, networks };

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
