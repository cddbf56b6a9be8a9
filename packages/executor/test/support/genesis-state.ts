import { deriveGenesis } from "@ledger/types";
import { readVectorBytes } from "@ledger/vectors/files";
import { MemoryState } from "../../src/index.ts";

/** The state that a network's published genesis makes. */
export function genesisState(network: string): MemoryState {
  return new MemoryState(deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`)).writes);
}
