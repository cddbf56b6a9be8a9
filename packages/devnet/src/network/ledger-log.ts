import type { LedgerIdentity } from "@ledger/state-store";
import type { BranchingStore, LedgerMark } from "@ledger/state-store/branching";
import { BlockAssembler, checkPage, type VerifiedBlock } from "@ledger/sync";
import type { AccumulatorFrontierState, LedgerRecord } from "@ledger/types";

/** Verifies the records of each block as a follower would, and commits them. */
export class LedgerLog {
  readonly #store: BranchingStore;
  readonly #identity: LedgerIdentity;
  #nextEpoch = 0n;

  constructor(store: BranchingStore, identity: LedgerIdentity) {
    this.#store = store;
    this.#identity = identity;
  }

  /**
   * @param records - of whole blocks
   * @returns the blocks
   * @throws SyncError when they are not what comes next: a fault of the chain that made them
   */
  commit(records: readonly LedgerRecord[]): readonly VerifiedBlock[] {
    const summary = this.#store.summary() as
      | { version: bigint; blockHeight: bigint; timestampUsecs: bigint }
      | undefined;
    const frontier = (this.#store.frontier() as AccumulatorFrontierState | undefined) ?? { leafCount: 0n, roots: [] };
    const checked = checkPage({ records, nextVersion: frontier.leafCount, frontier, eventRoots: "strict" });
    if (checked.refusal !== undefined) throw checked.refusal;
    const assembler = new BlockAssembler({
      chainId: this.#identity.chainId,
      blockHeight: summary?.blockHeight ?? -1n,
      timestampUsecs: summary?.timestampUsecs ?? 0n,
      epoch: this.#nextEpoch,
    });
    const blocks: VerifiedBlock[] = [];
    for (const record of checked.records) {
      const verified = assembler.accept(record);
      if (verified === undefined) continue;
      this.#nextEpoch = verified.nextEpoch ?? this.#nextEpoch;
      this.#store.commit({ identity: this.#identity, blocks: [verified.block], frontier: verified.frontier });
      blocks.push(verified);
    }
    return blocks;
  }

  /** What {@link restore} takes. */
  save(): LogMark {
    return { mark: this.#store.mark(), nextEpoch: this.#nextEpoch };
  }

  restore({ mark, nextEpoch }: LogMark): void {
    this.#store.restore(mark);
    this.#nextEpoch = nextEpoch;
  }
}

/** A place in the ledger. */
export interface LogMark {
  readonly mark: LedgerMark;
  readonly nextEpoch: bigint;
}
