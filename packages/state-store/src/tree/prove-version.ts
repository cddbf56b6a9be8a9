import {
  type AccumulatorFrontierState,
  type AccumulatorProof,
  accumulatorPlaceholderHash,
  type HashValue,
  hashPairInDomain,
} from "@ledger/types";
import { StoreError } from "../store-error.ts";
import type { TreeReads } from "../tree-port.ts";
import { domain, levelsBetweenRows } from "./grow-accumulator.ts";
import { accumulatorKey, latest } from "./tree-keys.ts";

/** The nodes of the transaction accumulator that are kept. */
export interface AccumulatorParts {
  readonly reads: TreeReads;
  /** The accumulator with which the kept leaves begin. */
  readonly seed: AccumulatorFrontierState;
}

/** Finds a node that need not be made from its children. */
type Lookup = (level: number, index: bigint) => HashValue | undefined;

/**
 * Proves that a version is in the accumulator that ends with another one.
 *
 * @param version - not below the seed's leaf count
 * @param ledgerVersion - not below `version`
 * @throws StoreError `corrupt` where a row is missing
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export async function proveVersion(
  parts: AccumulatorParts,
  version: bigint,
  ledgerVersion: bigint,
): Promise<AccumulatorProof> {
  const leafCount = ledgerVersion + 1n;
  const height = bitsOf(ledgerVersion);
  return {
    siblings: await makeNodes(parts, (lookup) => {
      const siblings: HashValue[] = [];
      for (let level = 0; level < height; level++) {
        siblings.push(nodeAt(level, (version >> BigInt(level)) ^ 1n, leafCount, lookup));
      }
      return siblings;
    }),
  };
}

/**
 * The accumulator over the first leaves.
 *
 * @param leafCount - not below that of the seed
 * @throws StoreError `corrupt` where a row is missing
 */
export async function frontierAt(parts: AccumulatorParts, leafCount: bigint): Promise<AccumulatorFrontierState> {
  const roots = await makeNodes(parts, (lookup) => {
    const nodes: HashValue[] = [];
    for (let level = bitsOf(leafCount) - 1; level >= 0; level--) {
      const index = leafCount >> BigInt(level);
      if ((index & 1n) === 1n) nodes.push(nodeAt(level, index - 1n, leafCount, lookup));
    }
    return nodes;
  });
  return { leafCount, roots };
}

/** Makes nodes in two runs: the first one finds the rows that it needs, the second one has them. */
async function makeNodes(
  { reads, seed }: AccumulatorParts,
  make: (lookup: Lookup) => HashValue[],
): Promise<readonly HashValue[]> {
  const found = seedNodes(seed);
  const wanted = new Map<string, Uint8Array>();
  make((level, index) => {
    const name = nameOf(level, index);
    const known = found.get(name);
    if (known !== undefined || level % levelsBetweenRows !== 0) return known;
    wanted.set(name, accumulatorKey(level, index));
    return accumulatorPlaceholderHash;
  });
  const rows = await reads.read(latest, [...wanted.values()]);
  [...wanted.keys()].forEach((name, i) => {
    const row = rows[i];
    if (row === undefined) throw new StoreError("corrupt", `the row of accumulator node ${name} is missing`);
    found.set(name, row as HashValue);
  });
  return make((level, index) => found.get(nameOf(level, index)));
}

/** The nodes that a frontier has, by their names. */
function seedNodes({ leafCount, roots }: AccumulatorFrontierState): Map<string, HashValue> {
  const nodes = new Map<string, HashValue>();
  for (let level = bitsOf(leafCount) - 1; level >= 0; level--) {
    const index = leafCount >> BigInt(level);
    if ((index & 1n) === 1n) nodes.set(nameOf(level, index - 1n), roots[nodes.size]!);
  }
  return nodes;
}

function nameOf(level: number, index: bigint): string {
  return `${level}:${index}`;
}

function bitsOf(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

function nodeAt(level: number, index: bigint, leafCount: bigint, lookup: Lookup): HashValue {
  const bits = BigInt(level);
  if (index << bits >= leafCount) return accumulatorPlaceholderHash;
  const known = (index + 1n) << bits <= leafCount ? lookup(level, index) : undefined;
  if (known !== undefined) return known;
  const left = nodeAt(level - 1, 2n * index, leafCount, lookup);
  return hashPairInDomain(domain, left, nodeAt(level - 1, 2n * index + 1n, leafCount, lookup));
}
