import fc from "fast-check";
import { expect, test } from "vitest";
import type { HashValue } from "../hash-value.ts";
import { sha3_256 } from "../hashing/sha3.ts";
import { asciiToBytes } from "../text/ascii.ts";
import { bytesToHex } from "../text/hex.ts";
import { accumulatorRoot } from "./accumulator.ts";
import { AccumulatorFrontier } from "./accumulator-frontier.ts";
import {
  extendAccumulator,
  frontierBeforeRange,
  proveAccumulatorConsistency,
  proveAccumulatorLeaf,
  proveAccumulatorRange,
  verifyAccumulatorProof,
  verifyAccumulatorRangeProof,
} from "./accumulator-proof.ts";

const domain = "TransactionAccumulator";
const leaves = Array.from({ length: 70 }, (_, i): HashValue => sha3_256(asciiToBytes(`leaf ${i}`)));

/** The same hash with one bit flipped. */
function flip(hash: HashValue, bit = 0): HashValue {
  const flipped = Uint8Array.from(hash) as HashValue;
  flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
}

function frontierOf(count: number): AccumulatorFrontier {
  const frontier = new AccumulatorFrontier(domain);
  for (const leaf of leaves.slice(0, count)) frontier.append(leaf);
  return frontier;
}

test("leaf 2 among 5 has its published proof", () => {
  // Specification, chain types 17.9.
  const proof = proveAccumulatorLeaf(domain, leaves.slice(0, 5), 2);
  expect(proof.siblings.map(bytesToHex)).toEqual([
    "5416f62d9b723cce07c1dc02ab44a0db33338b3eac9ea953972aeaf878d1a3e5",
    "e7261e6039be0560760e6942dc414f94a5885a837ec7e33c07eedf761e7d91e8",
    "a79eb88c1a20c34c3926e13cb47eee2b72f86e93c950a44ef210f88df2b6f4b4",
  ]);
});

test("every leaf is proven at its index and at no other", () => {
  for (let count = 1; count <= 34; count++) {
    const some = leaves.slice(0, count);
    const root = accumulatorRoot(domain, some);
    for (let index = 0; index < count; index++) {
      const proof = proveAccumulatorLeaf(domain, some, index);
      const at = BigInt(index);
      expect(verifyAccumulatorProof(domain, proof, root, at, some[index]!)).toBe(true);
      expect(verifyAccumulatorProof(domain, proof, root, at ^ 1n, some[index]!)).toBe(false);
      expect(
        verifyAccumulatorProof(domain, proof, root, at + (1n << BigInt(proof.siblings.length)), some[index]!),
      ).toBe(false);
      expect(verifyAccumulatorProof(domain, proof, flip(root), at, some[index]!)).toBe(false);
      expect(verifyAccumulatorProof(domain, proof, root, at, flip(some[index]!, 255))).toBe(false);
      expect(verifyAccumulatorProof("EventAccumulator", proof, root, at, some[index]!)).toBe(count === 1);
      for (let i = 0; i < proof.siblings.length; i++) {
        const siblings = proof.siblings.with(i, flip(proof.siblings[i]!, 100));
        expect(verifyAccumulatorProof(domain, { siblings }, root, at, some[index]!)).toBe(false);
      }
    }
  }
});

test("a proof of more than 63 siblings or a negative index is refused", () => {
  const siblings = Array.from({ length: 64 }, () => leaves[0]!);
  expect(verifyAccumulatorProof(domain, { siblings }, leaves[0]!, 0n, leaves[0]!)).toBe(false);
  expect(verifyAccumulatorProof(domain, { siblings: [] }, leaves[0]!, -1n, leaves[0]!)).toBe(false);
  const long = { leftSiblings: [], rightSiblings: siblings };
  expect(verifyAccumulatorRangeProof(domain, long, leaves[0]!, 0n, leaves.slice(0, 1))).toBe(false);
});

const ranges = fc
  .tuple(fc.integer({ min: 1, max: leaves.length }), fc.nat(), fc.nat())
  .map(([count, a, b]) => ({ count, first: a % count, length: 1 + (b % (count - (a % count))) }));

test("a range is proven where it is, and gives the accumulator before it", () => {
  fc.assert(
    fc.property(ranges, fc.nat(), ({ count, first, length }, pick) => {
      const some = leaves.slice(0, count);
      const root = accumulatorRoot(domain, some);
      const range = some.slice(first, first + length);
      const proof = proveAccumulatorRange(domain, some, first, length);
      const verify = (p = proof, r = root, f = BigInt(first), l = range) =>
        verifyAccumulatorRangeProof(domain, p, r, f, l);
      expect(verify()).toBe(true);
      expect(frontierBeforeRange(domain, proof, BigInt(first)).root()).toEqual(frontierOf(first).root());

      expect(verify(proof, flip(root, pick % 256))).toBe(false);
      expect(verify(proof, root, BigInt(first) + 1n)).toBe(false);
      expect(verify(proof, root, BigInt(first) + (1n << 62n))).toBe(false);
      const at = pick % length;
      expect(verify(proof, root, BigInt(first), range.with(at, flip(range[at]!)))).toBe(false);
      for (const side of ["leftSiblings", "rightSiblings"] as const) {
        expect(verify({ ...proof, [side]: [...proof[side], leaves[0]!] })).toBe(false);
        if (proof[side].length === 0) continue;
        const i = pick % proof[side].length;
        expect(verify({ ...proof, [side]: proof[side].with(i, flip(proof[side][i]!)) })).toBe(false);
        expect(verify({ ...proof, [side]: proof[side].slice(1) })).toBe(false);
      }
    }),
  );
});

test("an empty range proves nothing and needs nothing", () => {
  const proof = { leftSiblings: [], rightSiblings: [] };
  expect(verifyAccumulatorRangeProof(domain, proof, leaves[0]!, 9n, [])).toBe(true);
  expect(verifyAccumulatorRangeProof(domain, { ...proof, leftSiblings: [leaves[1]!] }, leaves[0]!, 9n, [])).toBe(false);
});

test("a consistency proof leads from the old accumulator to the new one", () => {
  fc.assert(
    fc.property(fc.nat(leaves.length), fc.nat(leaves.length), fc.nat(), (a, b, pick) => {
      const [oldCount, newCount] = a < b ? [a, b] : [b, a];
      const old = frontierOf(oldCount);
      const root = accumulatorRoot(domain, leaves.slice(0, newCount));
      const proof = proveAccumulatorConsistency(domain, leaves.slice(0, newCount), oldCount);
      const extended = extendAccumulator(old, proof, BigInt(newCount), root);
      expect(extended?.roots).toEqual(frontierOf(newCount).roots);
      expect(extended?.leafCount).toBe(BigInt(newCount));
      expect(old.leafCount).toBe(BigInt(oldCount));

      expect(extendAccumulator(old, proof, BigInt(newCount), flip(root))).toBeUndefined();
      expect(extendAccumulator(old, { subtrees: [...proof.subtrees, root] }, BigInt(newCount), root)).toBeUndefined();
      if (oldCount > 0) expect(extendAccumulator(old, proof, BigInt(oldCount) - 1n, root)).toBeUndefined();
      if (proof.subtrees.length === 0) return;
      const i = pick % proof.subtrees.length;
      const subtrees = proof.subtrees.with(i, flip(proof.subtrees[i]!));
      expect(extendAccumulator(old, { subtrees }, BigInt(newCount), root)).toBeUndefined();
    }),
  );
});

test("leaves that do not exist cannot be proven", () => {
  const outOfRange = expect.objectContaining({ code: "out_of_range" });
  expect(() => proveAccumulatorLeaf(domain, leaves, leaves.length)).toThrow(outOfRange);
  expect(() => proveAccumulatorLeaf(domain, [], 0)).toThrow(outOfRange);
  expect(() => proveAccumulatorRange(domain, leaves, 0, 0)).toThrow(outOfRange);
  expect(() => proveAccumulatorRange(domain, leaves, -1, 1)).toThrow(outOfRange);
  expect(() => proveAccumulatorRange(domain, leaves, 1, leaves.length)).toThrow(outOfRange);
  expect(() => proveAccumulatorConsistency(domain, leaves, leaves.length + 1)).toThrow(outOfRange);
});
