import {
  buildTree,
  type DifferentRoot,
  emptyTreeHead,
  type LedgerReader,
  type LedgerSummary,
  type PathsBefore,
  readTreeState,
  StateTree,
  StoreError,
  type TreeBlock,
  type TreeBuildProgress,
  type TreeHead,
  type TreeState,
  TreeWriter,
  type TreeWrites,
} from "@ledger/state-store";
import {
  AccumulatorFrontier,
  bytesEqual,
  type HashValue,
  sparseMerklePlaceholderHash,
  stateWrites,
  WriteSet,
} from "@ledger/types";
import { expectHash } from "../refusal/expect.ts";
import type { SyncError } from "../refusal/sync-error.ts";
import { claimedRoot, compareRoots } from "./claimed-root.ts";
import { isDamage } from "./tree-damage.ts";

/** Records and blocks of one step, at most; a block is added whole. */
const stepBounds = { records: 1_000, blocks: 32 } as const;

/** Rows that one step removes, when the window has moved. */
const pruneRows = 2_000;

/** Versions of a ledger with all of its history that are added from genesis on: then all of them can be proved. Of a longer one the state is read. */
const youngVersions = 10_000n;

/** How often a build begins again because what it needed was pruned meanwhile. */
const buildAttempts = 3;

/** How far a state tree is. */
export interface TreeProgress {
  /** Latest version that the tree has; absent while there is none. */
  readonly version: bigint | undefined;
  /** Latest version of the ledger; absent while it is empty. */
  readonly head: bigint | undefined;
  /** True if nothing is left to do until the ledger grows. */
  readonly isAtHead: boolean;
}

/** Options of {@link TreeFollower}. */
export interface TreeFollowerOptions {
  readonly onBuild?: ((progress: TreeBuildProgress) => void) | undefined;
  /** Called when a tree that does not fit the ledger is removed, to be made again. */
  readonly onRemade?: ((reason: string) => void) | undefined;
  /** Called with each root that a record claims and its state does not have; when the tree is opened, with the first that it knows. */
  readonly onDiffers?: ((differs: DifferentRoot) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Has the state tree follow a ledger that another thread or process writes, and compares its root after every block with the one that the
 * block's last record claims. A tree that is missing, damaged or of another ledger is made from the state. A root that differs although what
 * was read of the tree leads to the root before is no damage of the tree: it is reported, and kept.
 */
export class TreeFollower {
  readonly #store: LedgerReader;
  readonly #tree: TreeWrites;
  readonly #options: TreeFollowerOptions;
  #writer: TreeWriter | undefined;
  /** The first version that is not in the tree. */
  #next = 0n;
  /** The root of the state before that version. */
  #root: HashValue = sparseMerklePlaceholderHash;
  #incarnation: number | undefined;
  #hasRemade = false;
  #isBroken = false;
  /** Faults of the ledger: the tree is not made again for them. */
  readonly #ofLedger = new WeakSet<object>();

  constructor(store: LedgerReader, tree: TreeWrites, options: TreeFollowerOptions = {}) {
    this.#store = store;
    this.#tree = tree;
    this.#options = options;
  }

  /**
   * Adds some blocks, or builds the tree where there is none.
   *
   * @throws StoreError `invalid_argument` for a ledger that knows only some of its state; {@link SyncError} `hash_mismatch`
   * (`state_checkpoint_hash`) where a tree is damaged, and was damaged before; what the store throws
   */
  async step(): Promise<TreeProgress> {
    try {
      return await this.#step();
    } catch (error) {
      // A writer that has failed is of no use any more.
      this.#writer = undefined;
      if (this.#hasRemade || !isDamage(error) || this.#ofLedger.has(error)) throw error;
      this.#hasRemade = true;
      this.#options.onRemade?.(error.message);
      await this.#clearDamaged();
      return { version: undefined, head: undefined, isAtHead: false };
    }
  }

  /** True once a damaged tree could not be cleared either: its place has to be deleted. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  async #clearDamaged(): Promise<void> {
    try {
      await this.#tree.clear();
    } catch (error) {
      this.#isBroken = isDamage(error);
      throw error;
    }
  }

  /** Makes steps until the tree is that of the ledger. @returns false when the signal stopped it */
  async catchUp(): Promise<boolean> {
    for (;;) {
      if (this.#options.signal?.aborted === true) return false;
      if ((await this.step()).isAtHead) return true;
    }
  }

  async #step(): Promise<TreeProgress> {
    const summary = await this.#store.summary();
    if (summary === undefined) return { version: undefined, head: undefined, isAtHead: true };
    const isContinued =
      summary.incarnation === this.#incarnation &&
      this.#next <= summary.version + 1n &&
      this.#next >= summary.oldestLedgerVersion;
    if (this.#writer === undefined || !isContinued) {
      this.#writer = await this.#open(summary);
      this.#incarnation = summary.incarnation;
    }
    const writer = this.#writer;
    if (writer === undefined) return { version: undefined, head: summary.version, isAtHead: false };
    await this.#grow(writer, summary.version);
    const isPruned = await this.#prune(writer, summary);
    return { version: this.#next - 1n, head: summary.version, isAtHead: isPruned && this.#next > summary.version };
  }

  async #open(summary: LedgerSummary): Promise<TreeWriter | undefined> {
    const state = await this.#readState();
    if (state?.kind === "Whole" && (await this.#belongs(state.value, summary))) return this.#continue(state.value);
    if (state?.kind === "Whole") this.#options.onRemade?.("it is not that of this ledger");
    const isYoung =
      summary.oldestVersion === 0n && summary.oldestLedgerVersion === 0n && summary.version < youngVersions;
    if (!isYoung) return this.#build(state?.kind === "Building");
    await this.#tree.clear();
    this.#next = 0n;
    this.#root = sparseMerklePlaceholderHash;
    return new TreeWriter(this.#tree, emptyTreeHead, emptyTreeHead.seed);
  }

  /** How far the tree is. One whose head cannot be read, as another version of this program made it, is made again. */
  async #readState(): Promise<TreeState | undefined> {
    try {
      return await readTreeState(this.#tree);
    } catch (error) {
      if (error instanceof StoreError && error.code === "corrupt") return undefined;
      throw error;
    }
  }

  /** Finds out whether a tree is of this ledger: its accumulator is that of all transactions. */
  async #belongs({ version }: TreeHead, summary: LedgerSummary): Promise<boolean> {
    if (version > summary.version || version < summary.oldestLedgerVersion) return false;
    try {
      const { accumulatorRoot } = await this.#readLedger(() => this.#store.readRecord(version));
      const frontier = await new StateTree(this.#tree, this.#store).frontierAt(version + 1n);
      return bytesEqual(new AccumulatorFrontier("TransactionAccumulator", frontier).root(), accumulatorRoot);
    } catch (error) {
      if (!(error instanceof StoreError) || this.#ofLedger.has(error)) throw error;
      if (error.code === "corrupt" || error.code === "version_pruned") return false;
      throw error;
    }
  }

  async #continue(head: TreeHead): Promise<TreeWriter> {
    const { version, differs } = head;
    this.#next = version + 1n;
    if (differs !== undefined) this.#options.onDiffers?.(differs);
    this.#root =
      differs?.version === version
        ? differs.computed
        : claimedRoot((await this.#readLedger(() => this.#store.readRecord(version))).info);
    return new TreeWriter(this.#tree, head, await new StateTree(this.#tree, this.#store).frontierAt(this.#next));
  }

  /** @param isResumed - true if another build was interrupted, which may have been that of another ledger */
  async #build(isResumed: boolean): Promise<TreeWriter | undefined> {
    const head = await this.#buildOnce();
    if (head === undefined) return undefined;
    const { version } = head;
    const { info } = await this.#readLedger(() => this.#store.readRecord(version));
    const differs = compareRoots(
      version,
      claimedRoot(info),
      await new StateTree(this.#tree, this.#store).root(version),
    );
    // What another build has left may be of another ledger; what is made of this state alone is its root.
    if (differs !== undefined && isResumed) {
      await this.#tree.clear();
      return this.#build(false);
    }
    const writer = await this.#continue(head);
    await writer.noteRoot(differs);
    if (differs !== undefined) this.#report(differs);
    return writer;
  }

  #report(differs: DifferentRoot): void {
    this.#root = differs.computed;
    this.#options.onDiffers?.(differs);
  }

  async #buildOnce(): Promise<TreeHead | undefined> {
    const { signal, onBuild: onProgress } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await buildTree({ store: this.#store, tree: this.#tree, signal, onProgress });
      } catch (error) {
        const isOvertaken = error instanceof StoreError && error.code === "version_pruned";
        if (!isOvertaken || attempt === buildAttempts) throw error;
      }
    }
  }

  /** Adds the next blocks up to a version, which ends one. */
  async #grow(writer: TreeWriter, last: bigint): Promise<void> {
    const blocks: TreeBlock[] = [];
    let next = this.#next;
    for (let records = 0; next <= last && blocks.length < stepBounds.blocks && records < stepBounds.records; ) {
      const block = await this.#readBlock(next);
      blocks.push(block);
      records += block.records.length;
      next = block.lastVersion + 1n;
    }
    if (blocks.length === 0) return;
    const found: DifferentRoot[] = [];
    await writer.addAll(blocks, (block, root, before) => {
      const differs = this.#compare(block, root, before);
      if (differs !== undefined) found.push(differs);
      this.#root = root;
      return differs;
    });
    this.#next = next;
    for (const differs of found) this.#options.onDiffers?.(differs);
  }

  /** @throws {@link SyncError} `hash_mismatch` where the tree is damaged: its root would be another one for any record */
  #compare({ lastVersion, records }: TreeBlock, root: HashValue, before: PathsBefore): DifferentRoot | undefined {
    const claimed = claimedRoot(records.at(-1)!.info);
    const differs = compareRoots(lastVersion, claimed, root);
    if (differs !== undefined && !before.leadTo(this.#root))
      expectHash("state_checkpoint_hash", lastVersion, claimed, root);
    return differs;
  }

  async #readBlock(version: bigint): Promise<TreeBlock> {
    return this.#readLedger(async () => {
      const { firstVersion, lastVersion } = await this.#store.readBlockByVersion(version);
      const count = Number(lastVersion - firstVersion) + 1;
      const records = await this.#store.listRecords(firstVersion, count);
      if (firstVersion !== version || records.length !== count)
        throw new StoreError("corrupt", `the block of version ${version} is not whole`);
      return {
        lastVersion,
        records: records.map(({ info, writeSet }) => ({ info, writes: stateWrites(WriteSet.decode(writeSet)) })),
      };
    });
  }

  /** Reads the ledger, and notes what is damage of its own. */
  async #readLedger<T>(read: () => T | Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof StoreError && error.code === "corrupt") this.#ofLedger.add(error);
      throw error;
    }
  }

  /** @returns true when nothing is left to remove */
  async #prune(writer: TreeWriter, { oldestVersion, oldestLedgerVersion }: LedgerSummary): Promise<boolean> {
    const { version } = writer.head;
    return writer.prune(smaller(oldestVersion, version), smaller(oldestLedgerVersion, version), pruneRows);
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
