import {
  buildTree,
  type LedgerStore,
  readTreeState,
  StateTree,
  StoreError,
  type TreeBuildProgress,
  type TreeHead,
  type TreeState,
  TreeWriter,
  type TreeWrites,
} from "@ledger/state-store";
import { stateWrites, TransactionInfo, WriteSet } from "@ledger/types";
import type { VerifiedBlock } from "../checks/block-assembler.ts";
import { expectHash } from "../refusal/expect.ts";

/** Rows that are removed after a commit, at most, when the window has moved. */
const pruneRows = 2_000;

/** The tree before the first block of a ledger that begins with genesis. */
const emptyHead: TreeHead = { version: 0n, settled: 0n, oldestVersion: 0n, seed: { leafCount: 0n, roots: [] } };

/** Options of {@link openProofTree}. */
export interface ProofTreeOptions {
  readonly onProgress?: ((progress: TreeBuildProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings the state tree of a store to the store's head: from where it is while the records since then are kept, else from the
 * whole state. Only the writer of the store may call it.
 *
 * @returns `undefined` when the signal stopped it; the next call continues there
 * @throws StoreError `invalid_argument` for a store without a place for the tree, and for a ledger that knows only some of its state;
 * {@link SyncError} `hash_mismatch` (`state_checkpoint_hash`) where the state is not the one that the records claim
 */
export async function openProofTree(
  store: LedgerStore,
  options: ProofTreeOptions = {},
): Promise<ProofTree | undefined> {
  const { tree } = store;
  if (tree === undefined)
    throw new StoreError("invalid_argument", "this kind of store has no place for the state tree");
  const summary = await store.summary();
  if (summary === undefined) {
    await tree.clear();
    return new ProofTree(store, tree, undefined, options);
  }
  const state = await readOwnState(tree);
  const isContinued =
    state?.kind === "Whole" &&
    state.value.version <= summary.version &&
    state.value.version + 1n >= summary.oldestLedgerVersion;
  const proofs = new ProofTree(
    store,
    tree,
    isContinued ? await continueTree(store, tree, state.value) : undefined,
    options,
  );
  return (await proofs.catchUp()) ? proofs : undefined;
}

/** How far the tree is. One whose head cannot be read, as another version of this program made it, is removed. */
async function readOwnState(tree: TreeWrites): Promise<TreeState | undefined> {
  try {
    return await readTreeState(tree);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "corrupt") throw error;
    await tree.clear();
    return undefined;
  }
}

async function continueTree(store: LedgerStore, tree: TreeWrites, head: TreeHead): Promise<TreeWriter> {
  return new TreeWriter(tree, head, await new StateTree(tree, store).frontierAt(head.version + 1n));
}

/** The state tree of a store whose ledger grows. */
export class ProofTree {
  readonly #store: LedgerStore;
  readonly #tree: TreeWrites;
  readonly #options: ProofTreeOptions;
  #writer: TreeWriter | undefined;

  /** @param writer - absent where there is no tree to continue */
  constructor(store: LedgerStore, tree: TreeWrites, writer: TreeWriter | undefined, options: ProofTreeOptions) {
    this.#store = store;
    this.#tree = tree;
    this.#writer = writer;
    this.#options = options;
  }

  /**
   * Adds blocks that have been committed, and removes what the windows have left.
   *
   * @throws {@link SyncError} `hash_mismatch` (`state_checkpoint_hash`)
   */
  async accept(blocks: readonly VerifiedBlock[]): Promise<void> {
    if (this.#writer === undefined) {
      if (blocks[0]?.block.firstVersion !== 0n) {
        await this.catchUp();
        return;
      }
      this.#writer = new TreeWriter(this.#tree, emptyHead, emptyHead.seed);
    }
    const added = blocks.map(({ block, stateRoot }) => ({ ...block, stateRoot }));
    await this.#writer.addAll(added, ({ lastVersion, stateRoot }, root) =>
      expectHash("state_checkpoint_hash", lastVersion, stateRoot, root),
    );
    const { oldestVersion, oldestLedgerVersion } = (await this.#store.summary()) ?? {};
    if (oldestVersion !== undefined && oldestLedgerVersion !== undefined) {
      await this.#writer.prune(oldestVersion, oldestLedgerVersion, pruneRows);
    }
  }

  /** Adds what is stored and not in the tree, or builds the tree. @returns false when the signal stopped it */
  async catchUp(): Promise<boolean> {
    const { signal, onProgress } = this.#options;
    if (this.#writer === undefined) {
      const head = await buildTree({ store: this.#store, tree: this.#tree, signal, onProgress });
      if (head === undefined) return false;
      this.#writer = await continueTree(this.#store, this.#tree, head);
      await this.#expectRoot(head.version);
    }
    const { version = 0n } = (await this.#store.summary()) ?? {};
    for (let next = this.#writer.head.version + 1n; next <= version; next = this.#writer.head.version + 1n) {
      if (signal?.aborted === true) return false;
      const { firstVersion, lastVersion } = await this.#store.readBlockByVersion(next);
      const records = await this.#store.listRecords(firstVersion, Number(lastVersion - firstVersion) + 1);
      await this.#writer.add({
        lastVersion,
        records: records.map(({ info, writeSet }) => ({ info, writes: stateWrites(WriteSet.decode(writeSet)) })),
      });
      onProgress?.({ phase: "records", done: lastVersion });
    }
    if (this.#writer.head.version < version) return false;
    await this.#expectRoot(version);
    return true;
  }

  /** Compares the root of the tree with the one that a record claims. */
  async #expectRoot(version: bigint): Promise<void> {
    const { info } = await this.#store.readRecord(version);
    const claimed = TransactionInfo.decode(info).value.stateCheckpointHash;
    const root = await new StateTree(this.#tree, this.#store).root(version);
    if (claimed !== undefined) expectHash("state_checkpoint_hash", version, claimed, root);
  }
}
