import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { allTableGroups } from "../tables/table-groups.ts";
import { giveWay } from "./give-way.ts";
import { IndexBuilder } from "./index-builder.ts";
import type { IndexHead } from "./index-head.ts";
import { type IndexSource, patience, stillBuilt } from "./index-source.ts";
import { MemoryIndex } from "./memory-index.ts";

/** Commits that wait until somebody asks: a test that asks nothing makes fewer, and they are indexed while the first question waits. */
const mostWaiting = 100;

/** An index in memory that follows its ledger: questions wait for it, and build nothing, so what is built is kept when one of them ends. */
export class FollowedIndex implements IndexSource {
  readonly mostRowsSeen = 2_000_000;
  readonly index = new MemoryIndex();
  readonly #builder: IndexBuilder;
  /** The steps of the builder take turns with questions. */
  readonly #steps = new AbortController().signal;
  #head: IndexHead | undefined;
  /** Why the ledger could not be read. */
  #fault: unknown;
  #begun = 0;
  #ended = 0;
  #waiting = 0;
  #isFollowing = false;
  /** True while a question reads the index: it does not change meanwhile. */
  #isHeld = false;
  /** Settles after the next change of what is waited for. */
  #change = Promise.withResolvers<void>();

  constructor(store: LedgerReader) {
    this.#builder = new IndexBuilder(store, this.index, allTableGroups);
  }

  noteCommit(): void {
    this.#waiting += 1;
    if (this.#waiting > mostWaiting) void this.#follow();
  }

  async bringTo(ledger: LedgerSummary): Promise<IndexHead> {
    // The picture before has no readers any more.
    this.release();
    const deadline = performance.now() + patience;
    const before = this.#begun;
    this.#waiting += 1;
    this.#fault = undefined;
    void this.#follow();
    for (;;) {
      const left = deadline - performance.now();
      if (this.#fault !== undefined) throw this.#fault;
      // Only a step that began after the question knows whether it is still the same ledger.
      if (this.#ended === this.#begun && this.#ended > before) {
        const head = this.#head;
        if (head?.isReady === true && (left <= 0 || BigInt(head.next) > ledger.version)) {
          this.#isHeld = true;
          return head;
        }
        if (left <= 0) throw stillBuilt(head, ledger);
      }
      await this.#untilChange(Math.max(left, 0));
    }
  }

  release(): void {
    this.#isHeld = false;
    this.#tell();
  }

  /** Brings the index up to the ledger. Never rejects. */
  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      for (let isAtHead = false; !isAtHead || this.#waiting > 0; ) {
        await giveWay(this.#steps);
        while (this.#isHeld) await this.#change.promise;
        this.#waiting = 0;
        this.#begun += 1;
        const progress = await this.#builder.step();
        ({ isAtHead } = progress);
        this.#head = progress.head;
        this.#ended = this.#begun;
        this.#tell();
      }
    } catch (error) {
      this.#fault = error;
    } finally {
      this.#ended = this.#begun;
      this.#isFollowing = false;
      this.#tell();
    }
  }

  async #untilChange(milliseconds: number): Promise<void> {
    if (milliseconds === 0) return this.#change.promise;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([this.#change.promise, isLate]);
    clearTimeout(timer);
  }

  #tell(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}
