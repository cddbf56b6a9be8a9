import { type AccumulatorFrontierState, type HashValue, hashPairInDomain } from "@ledger/types";
import type { TreeChange } from "../tree-port.ts";
import { accumulatorKey } from "./tree-keys.ts";

/** The leaves and the nodes of every fourth level above them have a row. */
export const levelsBetweenRows = 4;

/** Domain of the transaction accumulator. */
export const domain = "TransactionAccumulator";

/** The growing edge of the transaction accumulator, with the rows of the nodes that new leaves complete. */
export class AccumulatorGrowth {
  #leafCount: bigint;
  /** Roots of the full subtrees, the largest first. */
  readonly #roots: HashValue[];

  constructor({ leafCount, roots }: AccumulatorFrontierState) {
    this.#leafCount = leafCount;
    this.#roots = [...roots];
  }

  /** Adds leaves, and appends the rows of what they complete. @param version - as of which the rows are */
  append(leaves: readonly HashValue[], version: bigint, changes: TreeChange[]): void {
    for (const leaf of leaves) {
      let node = leaf;
      let level = 0;
      let index = this.#leafCount;
      changes.push({ key: accumulatorKey(0, index), value: leaf, version, keepsPast: false });
      for (; (index & 1n) === 1n; index >>= 1n) {
        node = hashPairInDomain(domain, this.#roots.pop()!, node);
        level++;
        if (level % levelsBetweenRows !== 0) continue;
        changes.push({ key: accumulatorKey(level, index >> 1n), value: node, version, keepsPast: false });
      }
      this.#roots.push(node);
      this.#leafCount += 1n;
    }
  }
}
