import { drawIncarnation, type LedgerIdentity } from "@ledger/state-store";
import type { LedgerMark, MemoryStore } from "@ledger/state-store/memory";
import { BlockAssembler, checkPage, type LedgerPosition, type VerifiedBlock } from "@ledger/sync";
import type { AccumulatorFrontierState, LedgerRecord } from "@ledger/types";

/** The state of a ledger before its first record. */
export interface LogStart extends Pick<LedgerPosition, "blockHeight" | "timestampUsecs" | "epoch"> {
  readonly frontier: AccumulatorFrontierState;
}

const beforeGenesis: LogStart = {
  blockHeight: -1n,
  timestampUsecs: 0n,
  epoch: 0n,
  frontier: { leafCount: 0n, roots: [] },
};

/** Verifies the records of each block as a follower would, and commits them. */
export class LedgerLog {
  readonly #store: MemoryStore;
  readonly #identity: LedgerIdentity;
  readonly #start: LogStart;
  #nextEpoch: bigint;
  /** Another one after every return to an earlier place: other blocks follow it then. */
  #incarnation = drawIncarnation();

  /** @param start - where the ledger begins, when not with genesis */
  constructor(store: MemoryStore, identity: LedgerIdentity, start: LogStart = beforeGenesis) {
    this.#store = store;
    this.#identity = identity;
    this.#start = start;
    this.#nextEpoch = start.epoch;
  }

  /**
   * @param records - of whole blocks
   * @param prepare - called with each block before the store has it
   * @throws SyncError when they are not what comes next: a fault of the chain that made them
   */
  async commit(records: readonly LedgerRecord[], prepare?: (block: VerifiedBlock) => Promise<void>): Promise<void> {
    const place = this.#store.summary() ?? this.#start;
    const frontier = this.#store.frontier() ?? this.#start.frontier;
    const checked = checkPage({ records, nextVersion: frontier.leafCount, frontier, eventRoots: "strict" });
    if (checked.refusal !== undefined) throw checked.refusal;
    const assembler = new BlockAssembler({
      chainId: this.#identity.chainId,
      blockHeight: place.blockHeight,
      timestampUsecs: place.timestampUsecs,
      epoch: this.#nextEpoch,
    });
    for (const record of checked.records) {
      const verified = assembler.accept(record);
      if (verified === undefined) continue;
      await prepare?.(verified);
      this.#nextEpoch = verified.nextEpoch ?? this.#nextEpoch;
      this.#store.commit({
        identity: this.#identity,
        incarnation: this.#incarnation,
        blocks: [verified.block],
        frontier: verified.frontier,
      });
    }
  }

  /** The present place, for {@link restore}. */
  save(): LogMark {
    return { mark: this.#store.mark(), nextEpoch: this.#nextEpoch };
  }

  restore({ mark, nextEpoch }: LogMark): void {
    this.#store.branch(mark);
    this.#incarnation = drawIncarnation();
    this.#nextEpoch = nextEpoch;
  }
}

/** A place in the ledger. */
export interface LogMark {
  readonly mark: LedgerMark;
  readonly nextEpoch: bigint;
}
