import { SyncError } from "../refusal/sync-error.ts";
import type { Pacing } from "./pacing.ts";
import type { Upstream } from "./upstream.ts";

/** The configured upstreams, in order of preference. */
export class UpstreamPool {
  readonly #upstreams: readonly Upstream[];
  readonly #pacing: Pacing;

  constructor(upstreams: readonly Upstream[], pacing: Pacing) {
    this.#upstreams = upstreams;
    this.#pacing = pacing;
  }

  /** How many there are, those that are not asked any more among them. */
  get size(): number {
    return this.#upstreams.length;
  }

  /** Why some are not asked any more. */
  get retirements(): readonly string[] {
    return this.#upstreams.flatMap(({ retired }) => retired?.reason ?? []);
  }

  /** When an upstream last said where it is. */
  get answeredAt(): number {
    return Math.max(...this.#upstreams.map(({ answeredAt }) => answeredAt));
  }

  /** Those that are still asked. */
  get active(): readonly Upstream[] {
    return this.#upstreams.filter((upstream) => upstream.retired === undefined);
  }

  /** Latest version that any active upstream was seen to have. */
  get head(): bigint | undefined {
    let head: bigint | undefined;
    for (const { state } of this.active) if (state !== undefined && (head ?? -1n) < state.version) head = state.version;
    return head;
  }

  /** Oldest version that any active upstream was seen to have. */
  get oldest(): bigint | undefined {
    let oldest: bigint | undefined;
    for (const { state } of this.active) {
      if (state !== undefined && (oldest === undefined || state.oldestVersion < oldest)) oldest = state.oldestVersion;
    }
    return oldest;
  }

  /**
   * The upstream to ask now: the first in order of preference that is not being left alone. When all are, waits for
   * the first that may be asked again.
   *
   * @param avoid - taken only when there is no other
   * @param version - what will be asked for: upstreams that were seen below it are taken only when there is no other
   * @throws {@link SyncError} the reason of the first retirement, when none is active any more
   */
  async pick(avoid: ReadonlySet<Upstream>, version: bigint, signal: AbortSignal): Promise<Upstream> {
    for (;;) {
      const active = this.active;
      if (active.length === 0) throw this.#exhausted();
      const preferred = active.filter((upstream) => !avoid.has(upstream));
      const unavoided = preferred.length > 0 ? preferred : active;
      const ahead = unavoided.filter(({ state }) => state !== undefined && state.version >= version);
      const candidates = ahead.length > 0 ? ahead : unavoided;
      const soonest = candidates.reduce((best, one) => (one.recordLane.waitMs < best.recordLane.waitMs ? one : best));
      const { waitMs } = soonest.recordLane;
      if (waitMs === 0 || signal.aborted) return soonest;
      await this.#pacing.sleep(waitMs, signal);
    }
  }

  #exhausted(): SyncError {
    const { code, reason } = this.#upstreams.find((upstream) => upstream.retired !== undefined)!.retired!;
    return new SyncError(code, `no upstream is left: ${reason}`);
  }
}
