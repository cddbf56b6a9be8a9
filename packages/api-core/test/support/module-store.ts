import { decodeModule } from "@ledger/move";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger } from "@ledger/store-contract/build-ledger";
import type { StateWrite } from "@ledger/types";
import { bytesToAddress, moduleKey } from "@ledger/types";

/** A memory store with a state of a test's choice at version 0. */
export function openStateStore(chainId: number, writes: readonly Pick<StateWrite, "key" | "value">[]): LedgerStore {
  const store = createMemoryStore();
  store.commit(buildLedger({ chainId }).batch([[{ writes }]]));
  return store;
}

/** The write that publishes a module. */
export function moduleWrite(value: Uint8Array): Pick<StateWrite, "key" | "value"> {
  const { moduleHandles, addresses, identifiers, self } = decodeModule(value);
  const { address, name } = moduleHandles[self]!;
  return { key: moduleKey(bytesToAddress(addresses[address]!), identifiers[name]!), value };
}
