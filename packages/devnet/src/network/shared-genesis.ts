import { readLocalGenesis } from "@ledger/local-chain";
import { deriveGenesis, type Genesis, LruCache } from "@ledger/types";

/** A genesis, and the bytes that it was read from. */
export interface ReadGenesis {
  readonly bytes: Uint8Array;
  readonly genesis: Genesis;
}

/** Size of the cache. Nearly all networks of a process have the same genesis. */
const keptGeneses = 4;

const shared = new LruCache<number, Promise<ReadGenesis>>(keptGeneses);

/** The genesis of a local network with this chain id. All networks of a process share it. */
export function sharedGenesis(chainId: number): Promise<ReadGenesis> {
  const known = shared.get(chainId) ?? readGenesis(chainId);
  shared.set(chainId, known);
  return known;
}

async function readGenesis(chainId: number): Promise<ReadGenesis> {
  const bytes = await readLocalGenesis({}, chainId);
  return { bytes, genesis: deriveGenesis(bytes) };
}
