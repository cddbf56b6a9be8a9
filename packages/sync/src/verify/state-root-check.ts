import type { LedgerReader } from "@ledger/state-store";
import {
  hashStateKey,
  hashStoredValue,
  mapKey,
  SparseMerkleTree,
  type SparseMerkleUpdate,
  type StateWrite,
  sparseMerkleUpdate,
} from "@ledger/types";
import type { VerifiedBlock } from "../checks/block-assembler.ts";
import { expectHash } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";

/** Entries read from the store at once when the tree is rebuilt. */
const pageEntries = 1000;

/**
 * Compares the state root after every block with the one that the block claims. Keeps the tree of the latest version in
 * memory: about 300 bytes per state item.
 */
export class StateRootCheck {
  readonly #tree: SparseMerkleTree;

  constructor(tree: SparseMerkleTree) {
    this.#tree = tree;
  }

  /** @throws {@link SyncError} `hash_mismatch` (`state_checkpoint_hash`); the check is spent then */
  accept({ block, stateRoot }: VerifiedBlock): void {
    // Of several writes of a block to a key only the last one is hashed.
    const latest = new Map<string, StateWrite>();
    for (const { writes } of block.records) for (const write of writes) latest.set(mapKey(write.key), write);
    const root = this.#tree.update([...latest.values()].map(sparseMerkleUpdate));
    expectHash("state_checkpoint_hash", block.lastVersion, stateRoot, root);
  }
}

/**
 * Continues from the store's latest state, which must be whole; from the base where nothing is committed yet.
 *
 * @param base - the state before the first version; it is not changed
 * @throws {@link SyncError} `state_incomplete`
 */
export async function openStateRootCheck(store: LedgerReader, base: SparseMerkleTree): Promise<StateRootCheck> {
  const summary = await store.summary();
  if (summary === undefined) return new StateRootCheck(base.clone());
  if (summary.base?.state === "partial") throw stateIncomplete();
  const tree = new SparseMerkleTree();
  for await (const updates of listStateHashes(store, summary.version)) tree.update(updates);
  return new StateRootCheck(tree);
}

/** The refusal to check the roots of a state that is not there. */
export function stateIncomplete(): SyncError {
  return new SyncError(
    "state_incomplete",
    "state roots can only be checked when the whole state is known; a ledger that was started lazily knows part of it",
  );
}

/** Yields the whole state at one version as leaves of the state tree, in pages. */
export async function* listStateHashes(store: LedgerReader, version: bigint): AsyncGenerator<SparseMerkleUpdate[]> {
  let start: Uint8Array | undefined;
  do {
    const page = await store.listState({ version, prefix: new Uint8Array(0), start, limit: pageEntries });
    yield page.entries.map(({ key, bytes, metadata }) => [hashStateKey(key), hashStoredValue(bytes, metadata)]);
    start = page.next;
  } while (start !== undefined);
}
