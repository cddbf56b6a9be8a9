import { createMoveCache, MoveView } from "@ledger/move";
import { type LedgerStore, StoreError } from "@ledger/state-store";
import { StateCompleter, type StateReader } from "@ledger/sync";
import { type Address, moduleKey } from "@ledger/types";

/**
 * Completes the state of a ledger that began above version 0; resource groups are found by the ledger's own code.
 *
 * @param pinnedVersion - of a fork, see `StateCompleterOptions`
 */
export function createStateCompleter(
  store: LedgerStore,
  upstreams: StateReader,
  signal: AbortSignal,
  pinnedVersion?: bigint,
): StateCompleter {
  const cache = createMoveCache();
  async function findModule(address: Address, name: string, version: bigint): Promise<Uint8Array | undefined> {
    const key = moduleKey(address, name);
    try {
      return (await store.readState(version, key))?.bytes;
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== "state_unknown") throw error;
      await completer.complete({ kind: "value", version, key });
      return (await store.readState(version, key))?.bytes;
    }
  }
  const completer: StateCompleter = new StateCompleter({
    store,
    upstreams,
    pinnedVersion,
    signal,
    findGroup: (tag, version) =>
      new MoveView({ findModule: (address, name) => findModule(address, name, version) }, cache).resourceGroupOf(tag),
  });
  return completer;
}
