import { drawIncarnation, type LedgerIdentity, type LedgerStore } from "@ledger/state-store";
import type { VerifiedBlock } from "../checks/block-assembler.ts";

/** When a batch is full. */
export interface BatchBounds {
  readonly records: number;
  readonly bytes: number;
}

/**
 * Collects verified blocks and commits them in batches of whole blocks. One commit may be under way while the next batch is
 * collected, so that a store in another thread or process works at the same time.
 */
export class CommitQueue {
  readonly #store: LedgerStore;
  readonly #bounds: BatchBounds;
  readonly #onCommitted: (blocks: readonly VerifiedBlock[]) => Promise<void>;
  /** Of this queue's writer. */
  readonly #incarnation = drawIncarnation();
  #identity: LedgerIdentity | undefined;
  #blocks: VerifiedBlock[] = [];
  #records = 0;
  #bytes = 0;
  #commit: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #onFailure: ((error: unknown) => void) | undefined;

  /** @param onCommitted - called after each batch is durable; the next one is not committed before it is done */
  constructor(
    store: LedgerStore,
    bounds: BatchBounds,
    onCommitted: (blocks: readonly VerifiedBlock[]) => Promise<void>,
  ) {
    this.#store = store;
    this.#bounds = bounds;
    this.#onCommitted = onCommitted;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  /** True if enough is waiting to be committed at once. */
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

  /**
   * Begins to commit everything that waits, as one batch, when the commit before is done.
   *
   * @throws what an earlier commit threw
   */
  async flush(): Promise<void> {
    const blocks = this.#blocks;
    this.#blocks = [];
    this.#records = 0;
    this.#bytes = 0;
    await this.#commit;
    if (blocks.length === 0) return;
    this.#commit = this.#commitBlocks(blocks);
    this.#commit.catch((error: unknown) => {
      this.#failure = { error };
      this.#onFailure?.(error);
    });
  }

  /**
   * Waits for something, or throws what a commit has thrown or throws meanwhile: what comes next may depend on what is stored.
   *
   * @param next - settles later; its value is not kept
   */
  orFailure<T>(next: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#onFailure = reject;
      if (this.#failure !== undefined) reject(this.#failure.error);
      next.then(resolve, reject);
    });
  }

  /** Commits everything that waits, and returns when it is durable. */
  async settle(): Promise<void> {
    await this.flush();
    await this.#commit;
  }

  /** Forgets what waits, and returns when a commit that is under way is done. */
  async drop(): Promise<void> {
    this.#blocks = [];
    this.#records = 0;
    this.#bytes = 0;
    await this.#commit;
  }

  async #commitBlocks(blocks: readonly VerifiedBlock[]): Promise<void> {
    const last = blocks.at(-1);
    if (last === undefined || this.#identity === undefined) return;
    await this.#store.commit({
      identity: this.#identity,
      incarnation: this.#incarnation,
      blocks: blocks.map(({ block }) => block),
      frontier: last.frontier,
    });
    await this.#onCommitted(blocks);
  }
}
