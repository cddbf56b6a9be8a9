import { StoreError } from "@ledger/state-store";
import { SyncError } from "../refusal/sync-error.ts";
import { compareHistory } from "./compare-history.ts";
import type { IngestOptions } from "./ingest-options.ts";

/** Milliseconds between two looks at the source, and between two comparisons with its witnesses. */
const lookMs = 1_000;
const compareMs = 10_000;
/** A block whose end does not come for so long is in trouble. */
const openBlockMs = 30_000;

/**
 * Watches an ingest from the side: tells when nothing comes although there should be more, and compares what is stored with the
 * witnesses of the source again and again, so that a difference that shows late is found.
 */
export class IngestWatch {
  readonly #options: Pick<IngestOptions, "source" | "store" | "onTrouble">;
  readonly #openRecords: () => number;
  readonly #signal: AbortSignal;
  readonly #onRefusal: (error: SyncError) => void;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  #comparing = false;
  #trouble: string | undefined;
  #open = { records: 0, since: performance.now() };

  /**
   * @param openRecords - records of the block that has not ended
   * @param onRefusal - called when a comparison finds another history
   */
  constructor(
    options: Pick<IngestOptions, "source" | "store" | "onTrouble">,
    openRecords: () => number,
    signal: AbortSignal,
    onRefusal: (error: SyncError) => void,
  ) {
    this.#options = options;
    this.#openRecords = openRecords;
    this.#signal = signal;
    this.#onRefusal = onRefusal;
    this.#timers = [setInterval(() => this.#look(), lookMs), setInterval(() => void this.#compare(), compareMs)];
  }

  /** Ends the watch, and takes back the trouble that it reported. */
  end(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#tell(undefined);
  }

  #look(): void {
    const records = this.#openRecords();
    if (records !== this.#open.records || records === 0) this.#open = { records, since: performance.now() };
    const isStuck = performance.now() - this.#open.since > openBlockMs;
    const { trouble } = this.#options.source;
    this.#tell(trouble ?? (isStuck ? `a block has ${records} records and has not ended` : undefined));
  }

  #tell(trouble: string | undefined): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.onTrouble?.(trouble);
  }

  async #compare(): Promise<void> {
    const { source, store } = this.#options;
    if (this.#comparing || source.witnesses === undefined) return;
    this.#comparing = true;
    try {
      await compareHistory(source, store, this.#signal);
    } catch (error) {
      if (error instanceof SyncError) this.#onRefusal(error);
      // Pruned meanwhile: the next comparison takes a later version.
      else if (!(error instanceof StoreError)) throw error;
    } finally {
      this.#comparing = false;
    }
  }
}
