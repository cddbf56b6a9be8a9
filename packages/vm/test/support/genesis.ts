import {
  type Awaitable,
  bytesToHex,
  decodeStateKey,
  deriveGenesis,
  Path,
  type StateItem,
  type StateView,
} from "@ledger/types";
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

/** A {@link StateMap} as the machine reads it. */
export function viewOf(state: StateMap): StateView {
  return {
    get(key) {
      const bytes = state.get(keyText(key));
      return bytes && { bytes };
    },
  };
}

/** A state of modules alone, by their names. */
export function codeView(find: (name: string) => Awaitable<StateItem | undefined>): StateView {
  return {
    get(key) {
      const path = pathOf(key);
      return path?.kind === "Code" ? find(path.value.name) : undefined;
    },
  };
}

/** Where an account keeps an item; `undefined` for items of tables. */
export function pathOf(encoded: Uint8Array): Path | undefined {
  const key = decodeStateKey(encoded);
  return key.kind === "AccessPath" ? Path.decode(key.value.path) : undefined;
}
