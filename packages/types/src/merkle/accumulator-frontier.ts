import { TypesError } from "../errors.ts";
import type { HashValue } from "../hash-value.ts";
import { hashPairInDomain } from "../hashing/domain.ts";
import { accumulatorPlaceholderHash } from "../hashing/literal-hash.ts";
import type { AccumulatorDomain } from "./accumulator.ts";

/** Everything that an accumulator needs to grow: the roots of its full subtrees. */
export interface AccumulatorFrontierState {
  readonly leafCount: bigint;
  /** One root per set bit of `leafCount`, the largest subtree first. */
  readonly roots: readonly HashValue[];
}

/** An index is a u63: proofs have at most this many siblings. */
const maxLevels = 63n;

/**
 * An accumulator that grows leaf by leaf and keeps only the roots of its full subtrees.
 *
 * An append costs one hash on average; {@link AccumulatorFrontier.root} costs one per level.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#8 | Specification, chain types 8}
 * @example
 * ```ts
 * const frontier = new AccumulatorFrontier("TransactionAccumulator");
 * frontier.append(hashTransactionInfo(info));
 * frontier.root();
 * ```
 */
export class AccumulatorFrontier implements AccumulatorFrontierState {
  readonly domain: AccumulatorDomain;
  #leafCount: bigint;
  readonly #roots: HashValue[];

  /**
   * @param state - where to continue; empty when absent. It is copied.
   * @throws {@link TypesError} `invalid_accumulator` when the number of roots does not fit the leaf count
   */
  constructor(domain: AccumulatorDomain, state: AccumulatorFrontierState = { leafCount: 0n, roots: [] }) {
    if (
      state.leafCount < 0n ||
      state.leafCount >> maxLevels !== 0n ||
      countBits(state.leafCount) !== state.roots.length
    ) {
      throw new TypesError(
        "invalid_accumulator",
        `an accumulator of ${state.leafCount} leaves cannot have ${state.roots.length} subtree roots`,
      );
    }
    this.domain = domain;
    this.#leafCount = state.leafCount;
    this.#roots = [...state.roots];
  }

  get leafCount(): bigint {
    return this.#leafCount;
  }

  /** A copy: later appends do not change it. */
  get roots(): readonly HashValue[] {
    return [...this.#roots];
  }

  /** Adds the next leaf. */
  append(leaf: HashValue): void {
    this.#appendSubtree(leaf, 0n);
  }

  /**
   * Grows by whole subtrees, as a consistency proof lists them.
   *
   * @param subtrees - the maximal full subtrees that cover the leaves from the present count up to `leafCount`, in order
   * @throws {@link TypesError} `invalid_proof` when their number does not fit; the frontier is unchanged
   */
  appendSubtrees(subtrees: readonly HashValue[], leafCount: bigint): void {
    const levels = subtreeLevels(this.#leafCount, leafCount);
    if (levels?.length !== subtrees.length) {
      throw new TypesError(
        "invalid_proof",
        `${subtrees.length} subtrees do not lead from ${this.#leafCount} to ${leafCount} leaves`,
      );
    }
    levels.forEach((level, i) => {
      this.#appendSubtree(subtrees[i]!, level);
    });
  }

  /** Root over all leaves so far; the placeholder when there are none. */
  root(): HashValue {
    let next = this.#roots.length - 1;
    if (next < 0) return accumulatorPlaceholderHash;
    let node = this.#roots[next--]!;
    // One step per level from that of the smallest full subtree, whose own bit is cleared: a set bit means that a full
    // subtree of the same size stands to the left, a clear one that nothing stands to the right yet.
    let rest = (this.#leafCount >> trailingZeros(this.#leafCount)) - 1n;
    for (; next >= 0; rest >>= 1n) {
      node =
        (rest & 1n) === 1n
          ? hashPairInDomain(this.domain, this.#roots[next--]!, node)
          : hashPairInDomain(this.domain, node, accumulatorPlaceholderHash);
    }
    return node;
  }

  /** An independent copy. */
  clone(): AccumulatorFrontier {
    return new AccumulatorFrontier(this.domain, { leafCount: this.#leafCount, roots: this.#roots });
  }

  #appendSubtree(root: HashValue, level: bigint): void {
    let node = root;
    for (let rest = this.#leafCount >> level; (rest & 1n) === 1n; rest >>= 1n) {
      node = hashPairInDomain(this.domain, this.#roots.pop()!, node);
    }
    this.#roots.push(node);
    this.#leafCount += 1n << level;
  }
}

/**
 * Levels (0 = a single leaf) of the maximal full subtrees that cover the leaves `[from, to)`, left to right.
 *
 * @returns at most 126 levels; `undefined` when an accumulator cannot grow from `from` to `to` leaves
 */
export function subtreeLevels(from: bigint, to: bigint): bigint[] | undefined {
  if (to < from || to >> maxLevels !== 0n) return undefined;
  const levels: bigint[] = [];
  for (let start = from; start < to; start += 1n << levels.at(-1)!) {
    let level = start === 0n ? maxLevels : trailingZeros(start);
    while (start + (1n << level) > to) level -= 1n;
    levels.push(level);
  }
  return levels;
}

function trailingZeros(value: bigint): bigint {
  let zeros = 0n;
  while (((value >> zeros) & 1n) === 0n) zeros += 1n;
  return zeros;
}

function countBits(value: bigint): number {
  let bits = 0;
  for (let rest = value; rest !== 0n; rest &= rest - 1n) bits += 1;
  return bits;
}
