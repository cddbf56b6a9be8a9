import { describe, expect, test } from "vitest";
import {
  bool,
  bytes,
  type Codec,
  enumeration,
  explain,
  formatExplanation,
  lazy,
  map,
  option,
  string,
  struct,
  tuple,
  u8,
  u64,
  unit,
  vector,
} from "./index.ts";

const Transfer = struct("Transfer", {
  to: bytes,
  amount: u64,
  memo: option(string),
  flags: vector(bool),
  mode: enumeration("Mode", { Fast: unit, Slow: tuple([u8, u8]) }),
  limits: map(u8, u8),
});
const encoded = Transfer.encode({
  to: Uint8Array.of(1, 2),
  amount: 7n,
  memo: "hi",
  flags: [true, false],
  mode: { kind: "Slow", value: [3, 4] },
  limits: new Map([[5, 6]]),
});

describe("explain", () => {
  test("every byte has its place", () => {
    expect(formatExplanation(explain(Transfer, encoded), encoded).split("\n")).toEqual([
      " 0..24  Transfer",
      " 0.. 3    to: bytes 020102",
      " 3..11    amount: u64 0700000000000000 = 7",
      "11..15    memo: option<string>",
      "12..15      some: string 026869 = hi",
      "15..18    flags: vector<bool>",
      "16..17      0: bool 01 = true",
      "17..18      1: bool 00 = false",
      "18..21    mode: Mode",
      "19..21      Slow: (u8, u8)",
      "19..20        0: u8 03 = 3",
      "20..21        1: u8 04 = 4",
      "21..24    limits: map<u8, u8>",
      "22..23      0.key: u8 05 = 5",
      "23..24      0.value: u8 06 = 6",
    ]);
  });

  test("the tree ends where reading stopped, with the reason", () => {
    const broken = encoded.slice(0, 18);
    broken[17] = 9;
    const tree = explain(Transfer, broken);
    const flags = tree.children.at(-1)!;
    expect(tree.children.map((child) => child.label)).toEqual(["to", "amount", "memo", "flags"]);
    expect(flags.children.at(-1)).toMatchObject({ label: "1", error: { code: "invalid_bool", offset: 17 } });
    expect(formatExplanation(tree, broken).split("\n").at(-1)).toBe("17..18      1: bool 09 ! invalid_bool at byte 17");
  });

  test("what only the whole shows is at the root", () => {
    expect(explain(u8, Uint8Array.of(1, 2)).error).toMatchObject({ code: "trailing_bytes", offset: 1 });
    expect(explain(map(u8, unit), Uint8Array.of(2, 5, 4)).error).toMatchObject({ code: "map_not_ascending" });
    expect(explain(u8, Uint8Array.of(1)).error).toBeUndefined();
  });

  test("endless nesting ends", () => {
    const self: Codec<unknown> = vector(lazy<unknown>("Self", () => self)) as Codec<unknown>;
    let node = explain(self, new Uint8Array(100_000).fill(1));
    while (node.children.length > 0) node = node.children.at(-1)!;
    expect(node.error).toMatchObject({ code: "depth_exceeded" });
  });
});
