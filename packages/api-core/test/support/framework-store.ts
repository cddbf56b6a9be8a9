import { buildModule, type ModuleSpec } from "@ledger/move";
import type { LedgerStore } from "@ledger/state-store";
import { deriveGenesis } from "@ledger/types";
import { type Network, readVectorBytes } from "@ledger/vectors";
import { moduleWrite, openStateStore } from "./module-store.ts";

/** A memory store with the state of a network's genesis, and modules besides. */
export function openFrameworkStore(network: Network, modules: readonly ModuleSpec[] = []): LedgerStore {
  const { writes, chainId } = deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
  return openStateStore(chainId, [...writes, ...modules.map((spec) => moduleWrite(buildModule(spec)))]);
}
