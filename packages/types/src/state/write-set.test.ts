import { describe, expect, test } from "vitest";
import { hexToBytes } from "../text/hex.ts";
import type { StateKey } from "./state-key.ts";
import { WriteOp, WriteSet, writeOpData, writeOpMetadata, writeOpToStateValue, writesOf } from "./write-set.ts";

const data = Uint8Array.of(1, 2, 3);
const metadata = { kind: "V0", value: { deposit: 5n, creationTimeUsecs: 6n } } as const;
const operations: readonly WriteOp[] = [
  { kind: "Creation", value: data },
  { kind: "Modification", value: data },
  { kind: "Deletion" },
  { kind: "CreationWithMetadata", value: { data, metadata } },
  { kind: "ModificationWithMetadata", value: { data, metadata } },
  { kind: "DeletionWithMetadata", value: { metadata } },
];
const rawKey = (byte: number): StateKey => ({ kind: "Raw", value: Uint8Array.of(byte) });

describe("write ops", () => {
  test("have the chain's indices", () => {
    expect(operations.map((op) => WriteOp.encode(op)[0])).toEqual([0, 1, 2, 3, 4, 5]);
    for (const op of operations) expect(WriteOp.decode(WriteOp.encode(op))).toEqual(op);
  });

  test("put bytes or remove the key, whatever they are called", () => {
    expect(operations.map(writeOpData)).toEqual([data, data, undefined, data, data, undefined]);
    expect(operations.map(writeOpMetadata)).toEqual([undefined, undefined, undefined, metadata, metadata, metadata]);
    const plain = { kind: "V0", value: data };
    const withMetadata = { kind: "WithMetadata", value: { data, metadata } };
    expect(operations.map(writeOpToStateValue)).toEqual([
      plain,
      plain,
      undefined,
      withMetadata,
      withMetadata,
      undefined,
    ]);
  });
});

describe("write sets", () => {
  const writes = new Map([
    [rawKey(2), operations[0]!],
    [rawKey(1), operations[2]!],
  ]);
  const encodedWrites = "02020101020201020003010203";

  test("are written in the order of their keys' bytes", () => {
    expect(WriteSet.encode({ kind: "V0", value: writes })).toEqual(hexToBytes(`00${encodedWrites}`));
  });

  test("of the newer variant keep their hot keys in the order they came in", () => {
    const bytes = hexToBytes(`01${encodedWrites}0202010202010100`);
    const decoded = WriteSet.decode(bytes);
    expect(decoded).toMatchObject({ kind: "V1", value: { hotKeys: [rawKey(2), rawKey(1)], extensions: [] } });
    expect(WriteSet.encode(decoded)).toEqual(bytes);
    expect([...writesOf(decoded).keys()]).toEqual([rawKey(1), rawKey(2)]);
  });

  test.each([
    ["unsorted keys", "000202010202020101 02", "map_not_ascending"],
    ["a repeated key", "0002020101020201 0102", "map_not_ascending"],
    ["an unknown op", "000102010106", "unknown_variant"],
    ["an unknown key", "00010400 00", "unknown_variant"],
    ["an extension", "01000001 0000", "unknown_variant"],
    ["more keys than bytes", "00ffffffff07", "unexpected_end"],
    ["bytes left over", "000000", "trailing_bytes"],
  ])("with %s are refused", (_, hex, code) => {
    expect(() => WriteSet.decode(hexToBytes(hex.replaceAll(" ", "")))).toThrow(expect.objectContaining({ code }));
  });
});
