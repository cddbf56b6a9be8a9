import type { LedgerStore } from "../port.ts";
import type { TreeWrites } from "../tree-port.ts";

/** A place in a ledger in memory. It keeps the blocks that lead to it for as long as the mark is held. */
export interface LedgerMark {
  /** Latest version there. */
  readonly version: bigint;
}

/** A port whose members answer at once. */
type Immediate<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Exclude<Answer, Promise<unknown>>
    : Port[Name];
};

/** A store that lives in memory, answers at once, and can go back to any place that it has been at. */
export interface MemoryStore extends Immediate<LedgerStore> {
  /** The rows of the state tree: a place for one who grows it. */
  readonly tree: TreeWrites;
  /** Marks the place where the ledger is. @throws StoreError `store_empty` */
  mark(): LedgerMark;
  /**
   * Goes to a place, in time that depends on the blocks between here and there only. The next commit continues from there.
   *
   * @throws StoreError `invalid_argument` for a mark of another store, `version_pruned` where the way to it is pruned
   */
  branch(at: LedgerMark): void;
  /**
   * The latest version that the ledger shares with a mark: {@link MemoryStore.branch} can go to it for as long as that is kept.
   *
   * @returns `undefined` where it is pruned already, and for a mark of another store
   */
  sharedVersion(at: LedgerMark): bigint | undefined;
}
