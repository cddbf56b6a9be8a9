import { SyncError } from "../error.ts";
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
   * @throws {@link SyncError} the reason of the first retirement, when none is active any more
   */
  async pick(avoid: ReadonlySet<Upstream>, signal: AbortSignal): Promise<Upstream> {
    for (;;) {
      const active = this.active;
      if (active.length === 0) throw this.#exhausted();
      const preferred = active.filter((upstream) => !avoid.has(upstream));
      const candidates = preferred.length > 0 ? preferred : active;
      const soonest = candidates.reduce((best, upstream) => (upstream.waitMs < best.waitMs ? upstream : best));
      if (soonest.waitMs === 0 || signal.aborted) return soonest;
      await this.#pacing.sleep(soonest.waitMs, signal);
    }
  }

  #exhausted(): SyncError {
    const { code, reason } = this.#upstreams.find((upstream) => upstream.retired !== undefined)!.retired!;
    return new SyncError(code, `no upstream is left: ${reason}`);
  }
}
