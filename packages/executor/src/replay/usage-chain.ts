import { bytesToHex, decodeStateKey, describeStateKey } from "@ledger/types";
import type { StateUsage } from "../state/overlay.ts";
import type { ReplayReport } from "./report.ts";
import { addUsages, noUsage, usageKey } from "./usage-count.ts";

/** The state's growth over a range of versions that was replayed by itself. */
export interface RangeGrowth {
  /** First and last version. */
  readonly from: bigint;
  readonly to: bigint;
  /** Items and bytes more than before it; `undefined` where that was not counted. */
  readonly growth: StateUsage | undefined;
  /** Usages that its records say, and that were believed: how much there was before it was not known. */
  readonly believed: readonly BelievedUsage[];
}

/** The usage of the state that the first record of an epoch says. */
export interface BelievedUsage {
  readonly version: bigint;
  /** Items and bytes more than before the range, when the record's block begins. */
  readonly growth: StateUsage;
  readonly recorded: StateUsage;
}

/**
 * Puts ranges together that were replayed apart, each by a thread of its own: the usages that they believed are held against the sum of
 * what the ranges before them grew by. Counting begins with genesis, or with the first usage that a record says.
 */
export class UsageChain {
  #next: bigint | undefined;
  #usage: StateUsage | undefined;

  /** Adds the next range. @returns its versions whose record says another usage, as differences */
  add({ from, to, growth, believed }: RangeGrowth): ReplayReport[] {
    if (from === 0n) this.#usage = noUsage;
    else if (from !== this.#next) this.#usage = undefined;
    this.#next = to + 1n;
    const reports: ReplayReport[] = [];
    for (const { version, growth: grown, recorded } of believed) {
      this.#usage ??= addUsages(recorded, grown, -1n);
      const executed = addUsages(this.#usage, grown);
      if (executed.items === recorded.items && executed.bytes === recorded.bytes) continue;
      reports.push(differentUsage(version, recorded, executed));
    }
    this.#usage = this.#usage && growth && addUsages(this.#usage, growth);
    return reports;
  }
}

function differentUsage(version: bigint, recorded: StateUsage, executed: StateUsage): ReplayReport {
  const toJson = ({ items, bytes }: StateUsage) => ({ items: items.toString(), bytes: bytes.toString() });
  const write = {
    part: "write",
    key: `0x${bytesToHex(usageKey)}`,
    item: describeStateKey(decodeStateKey(usageKey)),
    recorded: toJson(recorded),
    executed: toJson(executed),
  } as const;
  return { version: version.toString(), outcome: "different", differences: [write] };
}
