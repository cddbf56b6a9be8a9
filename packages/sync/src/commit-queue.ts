import type { LedgerIdentity, LedgerStore } from "@ledger/state-store";
import type { VerifiedBlock } from "./chain.ts";

/** When a batch is full. */
export interface BatchBounds {
  readonly records: number;
  readonly bytes: number;
}

/** Collects verified blocks and commits them in batches of whole blocks. */
export class CommitQueue {
  readonly #store: LedgerStore;
  readonly #bounds: BatchBounds;
  readonly #onCommitted: (blocks: readonly VerifiedBlock[]) => void;
  #identity: LedgerIdentity | undefined;
  #blocks: VerifiedBlock[] = [];
  #records = 0;
  #bytes = 0;

  /** @param onCommitted - called after each batch is durable */
  constructor(store: LedgerStore, bounds: BatchBounds, onCommitted: (blocks: readonly VerifiedBlock[]) => void) {
    this.#store = store;
    this.#bounds = bounds;
    this.#onCommitted = onCommitted;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  /** Whether enough is waiting to be committed at once. */
  get isFull(): boolean {
    return this.#records >= this.#bounds.records || this.#bytes >= this.#bounds.bytes;
  }

  /** Adds the next block. @param identity - the ledger's; the same in every call */
  add(block: VerifiedBlock, identity: LedgerIdentity): void {
    this.#identity = identity;
    this.#blocks.push(block);
    this.#records += block.block.records.length;
    this.#bytes += block.byteLength;
  }

  /** Commits everything that waits, as one batch. */
  async flush(): Promise<void> {
    const blocks = this.#blocks;
    const last = blocks.at(-1);
    if (last === undefined || this.#identity === undefined) return;
    this.#blocks = [];
    this.#records = 0;
    this.#bytes = 0;
    await this.#store.commit({
      identity: this.#identity,
      blocks: blocks.map(({ block }) => block),
      frontier: last.frontier,
    });
    this.#onCommitted(blocks);
  }
}
