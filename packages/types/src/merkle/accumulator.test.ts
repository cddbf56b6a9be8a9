import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TypesError } from "../errors.ts";
import type { HashValue } from "../hash-value.ts";
import { accumulatorPlaceholderHash } from "../hashing/literal-hash.ts";
import { sha3_256 } from "../hashing/sha3.ts";
import { asciiToBytes } from "../text/ascii.ts";
import { bytesToHex } from "../text/hex.ts";
import { accumulatorRoot } from "./accumulator.ts";
import { AccumulatorFrontier } from "./accumulator-frontier.ts";

const domain = "TransactionAccumulator";
const leaf = (i: number): HashValue => sha3_256(asciiToBytes(`leaf ${i}`));
const leaves = Array.from({ length: 300 }, (_, i) => leaf(i));

// Published arithmetic: Specification, chain types 17.9.
const roots: readonly (readonly [number, string])[] = [
  [1, "85feb08e76963557e4a06bca3adf3f81a152f1dc4a10592e7766c5bfb2b8b909"],
  [2, "e7261e6039be0560760e6942dc414f94a5885a837ec7e33c07eedf761e7d91e8"],
  [3, "de8c2e9f372b10c850943bd31f8379f791d1c96039a1931841c91dc85f3fbcd4"],
  [4, "20423adbc08a35e4534d5c7518de78fd676f574ebf419f15659ee9a9d1a16276"],
  [5, "cca67932ecc91268d94e4dccf90d1d0c01532e0847fd680f283753a38e446f07"],
  [7, "a6b158beba1d89f90880e47e23b219b6271ca2edc212f4f3d56ad2854fb03133"],
  [8, "19298cb441c50f27fffd51fd87c04f98117ceb4c0966850845e3da771615db9e"],
];

test.each(roots)("%i leaves have their published root", (count, root) => {
  expect(bytesToHex(accumulatorRoot(domain, leaves.slice(0, count)))).toBe(root);
});

test("no leaves have the placeholder as root, one leaf is its own root", () => {
  expect(accumulatorRoot(domain, [])).toEqual(accumulatorPlaceholderHash);
  expect(accumulatorRoot(domain, [leaf(7)])).toEqual(leaf(7));
});

describe("a frontier", () => {
  test("has the batch root after every append", () => {
    const frontier = new AccumulatorFrontier(domain);
    expect(frontier.root()).toEqual(accumulatorPlaceholderHash);
    for (let count = 1; count <= leaves.length; count++) {
      frontier.append(leaves[count - 1]!);
      expect(frontier.leafCount).toBe(BigInt(count));
      expect(frontier.root(), `${count} leaves`).toEqual(accumulatorRoot(domain, leaves.slice(0, count)));
    }
  });

  test("continues from its stored state, and a clone goes its own way", () => {
    fc.assert(
      fc.property(fc.nat(120), fc.nat(120), (before, after) => {
        const frontier = new AccumulatorFrontier(domain);
        for (const hash of leaves.slice(0, before)) frontier.append(hash);
        const restored = new AccumulatorFrontier(domain, { leafCount: frontier.leafCount, roots: frontier.roots });
        const clone = frontier.clone();
        for (const hash of leaves.slice(before, before + after)) {
          restored.append(hash);
          clone.append(hash);
        }
        const grown = accumulatorRoot(domain, leaves.slice(0, before + after));
        expect(restored.root()).toEqual(grown);
        expect(clone.root()).toEqual(grown);
        expect(frontier.root()).toEqual(accumulatorRoot(domain, leaves.slice(0, before)));
      }),
    );
  });

  test.each([
    [0n, 1],
    [3n, 1],
    [4n, 0],
    [-1n, 1],
    [1n << 63n, 1],
  ])("of %d leaves with %i roots is refused", (leafCount, count) => {
    const state = { leafCount, roots: leaves.slice(0, count) };
    expect(() => new AccumulatorFrontier(domain, state)).toThrow(
      expect.objectContaining({ code: "invalid_accumulator" }),
    );
    expect(() => new AccumulatorFrontier(domain, state)).toThrow(TypesError);
  });

  test("is not extended by the wrong number of subtrees", () => {
    const frontier = new AccumulatorFrontier(domain, { leafCount: 1n, roots: [leaf(0)] });
    for (const [subtrees, leafCount] of [
      [0, 2n],
      [2, 2n],
      [0, 0n],
      [1, 1n << 63n],
    ] as const) {
      expect(() => frontier.appendSubtrees(leaves.slice(0, subtrees), leafCount)).toThrow(
        expect.objectContaining({ code: "invalid_proof" }),
      );
    }
    expect(frontier.root()).toEqual(leaf(0));
  });
});
