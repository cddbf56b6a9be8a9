import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonFault, type JsonInput, parseJson, parseJsonBytes } from "./json.ts";
import { echoJson } from "./json-echo.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("reads what JSON.parse reads, where that loses nothing", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text);
      expect(toPlain(parseJson(text))).toEqual(toPlain(value));
    }),
  );
});

/** Gives null-prototype objects the ordinary prototype, for comparison, and rounds as JSON.parse does. */
function toPlain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === "object" && value !== null) {
    return new Map(Object.entries(value).map(([name, member]) => [name, toPlain(member)]));
  }
  return value;
}

test("long integers keep every digit", () => {
  expect(parseJson("18446744073709551615")).toBe(18446744073709551615n);
  expect(parseJson("-9007199254740993")).toBe(-9007199254740993n);
  expect(parseJson("9007199254740991")).toBe(9007199254740991);
  expect(parseJson("[1.0, 1e2, 1.5, 12.50e1]")).toEqual([1, 100, 1.5, 125]);
  expect(parseJson("[0, -0]")).toEqual([0, -0]);
});

test("__proto__ is a member like any other", () => {
  const value = parseJson('{"__proto__":{"polluted":true},"constructor":1}') as Record<string, JsonInput>;
  expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(value)).toBeNull();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("a repeated member keeps its last value", () => {
  expect({ ...(parseJson('{"a":1,"a":2}') as object) }).toEqual({ a: 2 });
});

test("128 levels are read, 129 are refused, and so is a million", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(() => parseJson(nested(128))).not.toThrow();
  expect(() => parseJson(nested(129))).toThrow(JsonFault);
  expect(() => parseJson("[".repeat(1_000_000))).toThrow(/nested deeper than 128/);
});

describe("refuses", () => {
  test.each([
    ["nothing", ""],
    ["white space", " \n"],
    ["a bare word", "invalid"],
    ["a trailing comma", "[1,]"],
    ["a missing comma", "[1 2]"],
    ["an unclosed object", '{"a":1'],
    ["a member without a name", "{1:2}"],
    ["a member without a value", '{"a"}'],
    ["text after the value", "1 1"],
    ["a comment", "/* */ 1"],
    ["a leading zero", "01"],
    ["a bare sign", "-"],
    ["NaN", "NaN"],
    ["an unclosed string", '"abc'],
    ["a control character", '"a\nb"'],
    ["an unknown escape", '"\\x41"'],
    ["a short \\u escape", '"\\u12"'],
    ["a lone surrogate", '"\\ud800"'],
    ["a fraction that rounds to an integer", "255.00000000000000001"],
    ["a number beyond the doubles", "1e400"],
    ["a thousand digits", "1".repeat(1000)],
    ["a byte order mark", "\ufeff1"],
  ])("%s", (_, text) => {
    expect(() => parseJsonBytes(bytes(text))).toThrow(JsonFault);
  });

  test("broken UTF-8", () => {
    expect(() => parseJsonBytes(Uint8Array.of(0x22, 0xc3, 0x22))).toThrow(/invalid UTF-8/);
  });
});

test("an echo is exact, and cut when long", () => {
  const text = '{"a":[1,"x",null,true],"b":18446744073709551615}';
  expect(echoJson(parseJson(text))).toBe(text);
  expect(echoJson("x".repeat(10_000)).length).toBeLessThan(420);
  expect(echoJson(Array.from({ length: 100_000 }, () => "abc")).length).toBeLessThan(420);
});
