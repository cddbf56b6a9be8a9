import { describe, expect, test } from "vitest";
import { parseHex } from "../text/hex.ts";
import { formatCanonicalStructTag, formatCanonicalTypeTag, formatStructTag, formatTypeTag } from "./format.ts";
import { parseStructTag } from "./parse.ts";
import { type FunctionTag, type TypeTag, TypeTag as TypeTagCodec } from "./type-tag.ts";

const bool: TypeTag = { kind: "Bool" };
const u64: TypeTag = { kind: "U64" };
const address: TypeTag = { kind: "Address" };

function functionTag(tag: FunctionTag): TypeTag {
  return { kind: "Function", value: tag };
}

describe("function types", () => {
  // Specification, chain types 17.4.
  const published = TypeTagCodec.decode(parseHex("0b020202000001020403"));

  test("print without spaces and abilities in REST JSON", () => {
    expect(formatTypeTag(published)).toBe("|u64,&bool|address");
  });

  test("print with both in canonical text", () => {
    expect(formatCanonicalTypeTag(published)).toBe("|u64, &bool|(address) has copy + drop");
  });

  test("print without results", () => {
    const tag = functionTag({ args: [], results: [], abilities: 0 });
    expect(formatTypeTag(tag)).toBe("||");
    expect(formatCanonicalTypeTag(tag)).toBe("||()");
  });

  test("have a canonical text of their own for bits that are no abilities", () => {
    const texts = [0x00, 0x10, 0x20, 0x01, 0x31].map((abilities) =>
      formatCanonicalTypeTag(functionTag({ args: [], results: [], abilities })),
    );
    expect(texts).toEqual(["||()", "||() has 0x10", "||() has 0x20", "||() has copy", "||() has copy + 0x30"]);
  });

  test("print inside other types, with mutable references and every ability", () => {
    const inner = functionTag({
      args: [{ kind: "MutableReference", value: { kind: "Vector", value: bool } }],
      results: [
        { kind: "Value", value: u64 },
        { kind: "Reference", value: address },
      ],
      abilities: 15,
    });
    const tag = { ...parseStructTag("0x1::m::S"), typeArgs: [inner, u64] };
    expect(formatStructTag(tag)).toBe("0x1::m::S<|&mut vector<bool>|u64,&address, u64>");
    expect(formatCanonicalStructTag(tag)).toBe(
      "0x1::m::S<|&mut vector<bool>|(u64, &address) has copy + drop + store + key, u64>",
    );
  });
});
