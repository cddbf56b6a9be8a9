import { expect, test } from "vitest";
import { parseType } from "../move/type-text.ts";
import { formatHex } from "../text/hex.ts";
import { encodeArgument } from "./encode-argument.ts";

// Literal bytes by the rules of BCS.
const cases: readonly (readonly [type: string, value: unknown, bcs: string])[] = [
  ["bool", true, "0x01"],
  ["u8", 255, "0xff"],
  ["u64", "1", "0x0100000000000000"],
  ["u128", "340282366920938463463374607431768211455", `0x${"ff".repeat(16)}`],
  ["u256", "1", `0x01${"00".repeat(31)}`],
  ["i8", -1, "0xff"],
  ["i64", "-2", "0xfeffffffffffffff"],
  ["address", "0x1", `0x${"00".repeat(31)}01`],
  ["0x1::object::Object<0x1::fungible_asset::Metadata>", "0xa", `0x${"00".repeat(31)}0a`],
  ["0x1::string::String", "ab☕", "0x056162e29895"],
  ["vector<u8>", "0xc0ffee", "0x03c0ffee"],
  ["vector<u8>", "0x", "0x00"],
  ["vector<vector<u64>>", [["5"], []], "0x0201050000000000000000"],
  ["0x1::option::Option<u8>", { vec: [] }, "0x00"],
  ["0x1::option::Option<u8>", { vec: [7] }, "0x0107"],
  ["0x1::fixed_point32::FixedPoint32", { value: "1" }, "0x0100000000000000"],
];

for (const [type, value, bcs] of cases) {
  test(`${JSON.stringify(value)} as ${type}`, () => {
    expect(formatHex(encodeArgument(parseType(type), value, "it"))).toBe(bcs);
  });
}

test("what does not fit is refused by the name of its parameter", () => {
  for (const [type, value] of [
    ["u8", 256],
    ["u64", "-1"],
    ["u64", ""],
    ["u64", "many"],
    ["address", "nobody"],
    ["vector<u8>", "0xabc"],
    ["vector<u64>", ["1", "x"]],
    ["0xcafe::shop::Order", {}],
  ] as const) {
    expect(() => encodeArgument(parseType(type), value, "amount"), `${type} ${value}`).toThrow(/^amount: /);
  }
});
