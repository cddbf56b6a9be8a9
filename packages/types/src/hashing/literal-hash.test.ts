import { expect, test } from "vitest";
import { bytesToHex } from "../text/hex.ts";
import { domainSeed } from "./domain.ts";
import {
  accumulatorPlaceholderHash,
  preGenesisBlockId,
  sparseMerklePlaceholderHash,
  zeroHash,
} from "./literal-hash.ts";

test("literal hashes are ASCII, padded with zeros", () => {
  // Specification, chain types 17.1.
  expect(bytesToHex(accumulatorPlaceholderHash)).toBe(
    "414343554d554c41544f525f504c414345484f4c4445525f4841534800000000",
  );
  expect(bytesToHex(sparseMerklePlaceholderHash)).toBe(
    "5350415253455f4d45524b4c455f504c414345484f4c4445525f484153480000",
  );
  expect(Buffer.from(preGenesisBlockId).toString().replaceAll("\0", "")).toBe("PRE_GENESIS_BLOCK_ID");
  expect(bytesToHex(zeroHash)).toBe("0".repeat(64));
});

test.each([
  ["Transaction", "fa210a9417ef3e7fa45bfa1d17a8dbd4d883711910a550d265fee189e9266dd4"],
  ["LedgerInfo", "98274d3a1dfd01624eb9df4f2fc4e34fa24f18334a0091ec93d0ea833e1fbaa2"],
  ["SessionId", "39453ec8a50971d2d347aa24343580e51112046107702501719a771187326764"],
] as const)("the seed of %s", (domain, seed) => {
  // The same array each time: it must not be hashed again for every hash.
  expect(bytesToHex(domainSeed(domain))).toBe(seed);
  expect(domainSeed(domain)).toBe(domainSeed(domain));
});
