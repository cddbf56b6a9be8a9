import { expect, test } from "vitest";
import { hexAsText, parseHex, shortenHex } from "./hex.ts";
import { hexDump } from "./hex-dump.ts";
import { formatAmount, formatCount, neighbour } from "./number.ts";
import { prettyJson } from "./pretty-json.ts";
import { formatAge, formatTime } from "./time.ts";

test("numbers keep every digit", () => {
  expect(formatCount("18446744073709551615")).toBe("18,446,744,073,709,551,615");
  expect(formatCount("not a number")).toBe("not a number");
  expect(formatAmount("18446744073709551615", 8)).toBe("184,467,440,737.09551615");
  expect(formatAmount("5", 8)).toBe("0.00000005");
  expect(formatAmount("500000000", 8)).toBe("5");
  expect(formatAmount("7", 0)).toBe("7");
  expect(formatAmount("7", -1)).toBe("7");
  expect(neighbour("18446744073709551615", 1)).toBe("18446744073709551616");
  expect(neighbour("0", -1)).toBeUndefined();
});

test("JSON is laid out without reading its numbers", () => {
  expect(prettyJson('{"a":[18446744073709551615,{}],"b":"x, \\"y\\": {}"}')).toBe(
    '{\n  "a": [\n    18446744073709551615,\n    {}\n  ],\n  "b": "x, \\"y\\": {}"\n}',
  );
  expect(prettyJson('{ "a" : [ ] }')).toContain('"a"');
  const value = { list: [1, "two", { three: null }], empty: [], text: 'a "quote" \\ and {braces}' };
  expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

test("bytes are hex, with or without a prefix", () => {
  expect(parseHex("0x00ff")).toEqual(new Uint8Array([0, 255]));
  expect(parseHex("00FF")).toEqual(new Uint8Array([0, 255]));
  expect(parseHex("0x0")).toBeUndefined();
  expect(parseHex("0xzz")).toBeUndefined();
  expect(hexAsText("0x6170746f735f636f696e")).toBe("aptos_coin");
  expect(hexAsText("0x00")).toBeUndefined();
  expect(hexAsText("0x")).toBeUndefined();
  expect(shortenHex(`0x${"ab".repeat(32)}`)).toBe("0xabababab…abab");
});

test("a dump has sixteen bytes a row, and says what it leaves out", () => {
  const bytes = new TextEncoder().encode("the first sixteen, and more");
  expect(hexDump(bytes)).toBe(
    [
      "000000  74 68 65 20 66 69 72 73 74 20 73 69 78 74 65 65  the first sixtee",
      "000010  6e 2c 20 61 6e 64 20 6d 6f 72 65                 n, and more",
    ].join("\n"),
  );
  expect(hexDump(bytes, 16).split("\n").at(-1)).toBe("… 11 more bytes");
});

test("times that no calendar has are shown as they came", () => {
  expect(formatTime("0")).toBe("genesis");
  expect(formatTime("18446744073709551615")).toBe("18446744073709551615 µs");
  expect(formatTime("1795219200000000")).toContain("2026");
});

test("an age is written in its largest unit", () => {
  const now = 1_000_000_000;
  expect(formatAge(now, now)).toBe("just now");
  expect(formatAge(now + 5_000, now)).toBe("just now");
  expect(formatAge(now - 1_000, now)).toBe("1 second ago");
  expect(formatAge(now - 59_999, now)).toBe("59 seconds ago");
  expect(formatAge(now - 60_000, now)).toBe("1 minute ago");
  expect(formatAge(now - 7_200_000, now)).toBe("2 hours ago");
  expect(formatAge(now - 3 * 86_400_000, now)).toBe("3 days ago");
});
