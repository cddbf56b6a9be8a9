import { readLocalGenesis } from "@ledger/local-chain";
import { deriveGenesis, type Genesis, LruCache } from "@ledger/types";

/** A genesis, and the bytes that it was read from. */
export interface ReadGenesis {
  readonly bytes: Uint8Array;
  readonly genesis: Genesis;
}

/** Geneses that are kept read: nearly all networks of a process have the same one. */
const keptGeneses = 4;

const shared = new LruCache<number, Promise<ReadGenesis>>(keptGeneses);

/** The genesis of local networks with a chain id, read once for all networks of a process. */
export function sharedGenesis(chainId: number): Promise<ReadGenesis> {
  const known = shared.get(chainId) ?? readGenesis(chainId);
  shared.set(chainId, known);
  return known;
}

async function readGenesis(chainId: number): Promise<ReadGenesis> {
  const bytes = await readLocalGenesis({}, chainId);
  return { bytes, genesis: deriveGenesis(bytes) };
}
