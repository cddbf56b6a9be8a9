import { deriveGenesis } from "@ledger/types";
import { readVectorBytes } from "@ledger/vectors/files";
import { Overlay } from "../../src/index.ts";

/** The state that a network's published genesis makes. */
export function genesisState(network: string): Overlay {
  return Overlay.of(deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`)).writes);
}
