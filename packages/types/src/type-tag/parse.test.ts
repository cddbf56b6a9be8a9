import { describe, expect, test } from "vitest";
import { formatTypeTag } from "./format.ts";
import { parseStructTag, parseTypeTag } from "./parse.ts";

function vectors(depth: number, item = "u8"): string {
  return "vector<".repeat(depth) + item + ">".repeat(depth);
}

describe("type tags as text", () => {
  test.each([
    [" 0x1 :: coin :: Coin < 0x1::aptos_coin::AptosCoin > ", "0x1::coin::Coin<0x1::aptos_coin::AptosCoin>"],
    ["0x1::m::S<u8,>", "0x1::m::S<u8>"],
    ["0x1::m::S<>", "0x1::m::S"],
    ["0x0001::m::S", "0x1::m::S"],
    ["0X1::m::S", "0x1::m::S"],
    ["0xABC::m::S", "0xabc::m::S"],
    ["\tvector <\n u8 \r> \f", "vector<u8>"],
    ["0x1::_m::_S", "0x1::_m::_S"],
    ["0x1::m::pack$S", "0x1::m::pack$S"],
    ["0x1::i64::I64<i8, i256>", "0x1::i64::I64<i8, i256>"],
    [vectors(8), vectors(8)],
    [vectors(7, "0x1::m::S"), vectors(7, "0x1::m::S")],
  ])("accepts %j", (text, printed) => {
    expect(formatTypeTag(parseTypeTag(text))).toBe(printed);
  });

  test.each([
    ["", 0],
    ["u7", 0],
    ["U8", 0],
    ["u8 u8", 3],
    ["&u8", 0],
    ["vector<&u8>", 7],
    ["T0", 0],
    ["|u64|u64", 0],
    ["vector", 6],
    ["vector<>", 7],
    ["vector<u8,u8>", 9],
    ["vector<u8,>", 9],
    ["u8<u8>", 2],
    ["1::m::S", 0],
    ["0::m::S", 0],
    ["0x::m::S", 0],
    [`0x${"0".repeat(65)}::m::S`, 0],
    ["0xg::m::S", 0],
    ["0x1", 3],
    ["0x1::m", 6],
    ["0x1::m::", 8],
    ["0x1: :m::S", 3],
    ["0x1::m::S<,>", 10],
    ["0x1::m::S<u8 u8>", 13],
    ["0x1::m::S<u8", 12],
    ["0x1::m::S<u8>>", 13],
    ["0x1::$m::S", 5],
    ["0x1::_::S", 5],
    ["0x1::vector::S", 5],
    ["0x1::m::address", 8],
    ["0x1::true::S", 5],
    ["0x1::é::S", 5],
    ["0x1::\u00a0m::S", 5],
    [`0x1::${"m".repeat(256)}::S`, 5],
  ])("refuses %j, with the position", (text, position) => {
    expect(() => parseTypeTag(text)).toThrow(expect.objectContaining({ code: "invalid_type_tag", position }));
  });

  test.each([
    [vectors(9), 56],
    [vectors(8, "0x1::m::S"), 56],
    [`${"0x1::m::S<".repeat(9)}u8${">".repeat(9)}`, 80],
    [vectors(100_000), 56],
  ])("refuses to go deeper than eight levels", (text, position) => {
    expect(() => parseTypeTag(text)).toThrow(expect.objectContaining({ code: "type_tag_too_deep", position }));
  });

  test("takes time linear in the text", () => {
    const tag = parseTypeTag(`0x1::m::S<${"u8,".repeat(100_000)}>`);
    expect(tag.kind === "Struct" && tag.value.typeArgs.length).toBe(100_000);
  });
});

describe("struct tags as text", () => {
  test("are structs", () => {
    expect(parseStructTag("0x1::coin::Coin<u8>")).toMatchObject({ module: "coin", name: "Coin" });
    expect(() => parseStructTag("vector<u8>")).toThrow(expect.objectContaining({ code: "invalid_struct_tag" }));
  });

  test("are named in their refusals", () => {
    expect(() => parseStructTag("0x1::GUID_Generator")).toThrow(/"0x1::GUID_Generator".*"::".*the end of the text/);
  });
});
