import { describe, expect, test } from "vitest";
import { BlockAssembler, type BlockBounds, type CheckedRecord, checkRecord } from "../src/index.ts";
import { buildChain } from "../src/testing/index.ts";

const records = buildChain(4, { blocksPerEpoch: 2 }).records.map((record) =>
  checkRecord(record, { eventRoots: "strict" }),
);

/** Follows the chain with one record seen differently, which no hash forbids here. */
function follow(
  at: number,
  change: (checked: CheckedRecord) => Partial<CheckedRecord>,
  bounds?: BlockBounds,
): () => void {
  return () => {
    const chain = new BlockAssembler({ chainId: 4, blockHeight: -1n, timestampUsecs: 0n, epoch: 0n }, bounds);
    for (const [i, checked] of records.entries()) chain.accept(i === at ? { ...checked, ...change(checked) } : checked);
  };
}

/** Version 6 starts the second block; the record before it ends the first. */
const start = 6;

test("blocks with their heights, epochs and times", () => {
  const chain = new BlockAssembler({ chainId: 4, blockHeight: -1n, timestampUsecs: 0n, epoch: 0n });
  const blocks = records.flatMap((checked) => chain.accept(checked)?.block ?? []);
  expect(
    blocks.map(({ height, epoch, firstVersion, lastVersion }) => [height, epoch, firstVersion, lastVersion]),
  ).toEqual([
    [0n, 0n, 0n, 0n],
    [1n, 1n, 1n, 5n],
    [2n, 1n, 6n, 9n],
    [3n, 2n, 10n, 14n],
    [4n, 2n, 15n, 18n],
  ]);
});

describe("what does not continue the ledger", () => {
  test.each<[string, number, (checked: CheckedRecord) => Partial<CheckedRecord>, object]>([
    [
      "another height",
      start,
      ({ blockStart }) => ({ blockStart: { ...blockStart!, height: 3n } }),
      { field: "block_height" },
    ],
    ["another epoch", start, ({ blockStart }) => ({ blockStart: { ...blockStart!, epoch: 2n } }), { field: "epoch" }],
    [
      "an earlier time",
      start,
      ({ blockStart }) => ({ blockStart: { ...blockStart!, timestampUsecs: 1n } }),
      { field: "timestamp" },
    ],
    ["an epoch that goes back", 9, () => ({ nextEpoch: 1n }), { field: "next_epoch" }],
    ["a block end that names another block", 5, ({ commit }) => ({ closesBlock: commit.hash }), { field: "block_id" }],
    ["a block that starts inside another", 7, () => ({ blockStart: records[start]!.blockStart }), {}],
    ["a record outside of any block", start, () => ({ blockStart: undefined }), {}],
  ])("%s is refused", (_, at, change, details) => {
    const refusal = { code: "invalid_block", version: BigInt(at), ...details };
    expect(follow(at, change)).toThrow(expect.objectContaining(refusal));
  });

  test("the time of a block may be that of its parent", () => {
    const { timestampUsecs } = records[1]!.blockStart!;
    follow(start, ({ blockStart }) => ({ blockStart: { ...blockStart!, timestampUsecs } }))();
  });

  test("a transaction that was signed for another chain is refused", () => {
    const refusal = { code: "wrong_network", field: "chain_id", version: 3n, expected: "4", actual: "7" };
    expect(follow(3, () => ({ chainId: 7 }))).toThrow(expect.objectContaining(refusal));
  });

  test("a block that does not end is given up", () => {
    for (const bounds of [
      { records: 4, bytes: 1 << 30 },
      { records: 1000, bytes: 700 },
    ]) {
      expect(follow(99, () => ({}), bounds)).toThrow(expect.objectContaining({ code: "block_too_large" }));
    }
  });
});
