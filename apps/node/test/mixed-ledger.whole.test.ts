import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { followMixed } from "./support/follow-mixed.ts";

const run = { seed: 20_261_123, count: 800 };
randomTest(
  "a ledger of mixed load, with an upgrade of its framework, comes out the same in another process",
  run,
  async ({ seed, count }) => {
    const { versions, kinds, output, code, equal } = await followMixed({ versions: count, seed, threads: 1 });
    expect([output.split("\n").filter((line) => line.startsWith("different")), equal]).toEqual([
      ["different    0"],
      versions,
    ]);
    expect(code).toBe(0);
    expect([...kinds.keys()]).toEqual(
      expect.arrayContaining([
        "BlockMetadata",
        "BlockMetadataExt",
        "BlockEpilogue",
        "EntryFunction Ed25519 Success",
        "EntryFunction Ed25519 MoveAbort",
        "EntryFunction Ed25519 OutOfGas",
        "EntryFunction Abstract Success",
        "Payload Ed25519 Success",
        "Script Ed25519 Success",
      ]),
    );
  },
);
