import fc from "fast-check";
import { expect, test } from "vitest";
import { formatType, parseStructName, parseType, substitute, type TypeText } from "./type-text.ts";

const leaf = (head: string): TypeText => ({ head, args: [] });

test("a type is taken apart", () => {
  expect(parseType("vector<0x1::coin::Coin<T0>>")).toEqual({
    head: "vector",
    args: [{ head: "0x1::coin::Coin", args: [leaf("T0")] }],
  });
  expect(parseType("0x1::m::P<u8,vector<u8> , 0x2::n::Q<bool, T1>>").args).toEqual([
    leaf("u8"),
    { head: "vector", args: [leaf("u8")] },
    { head: "0x2::n::Q", args: [leaf("bool"), leaf("T1")] },
  ]);
  expect(parseType("&mut vector<u8>")).toEqual({ head: "&mut", args: [{ head: "vector", args: [leaf("u8")] }] });
  expect(parseType("&signer")).toEqual({ head: "&", args: [leaf("signer")] });
});

test("what is not understood stays one piece", () => {
  for (const text of ["", "vector<u8", "|u64|bool", "|vector<u8>|vector<u8>", "a b c", ">"]) {
    expect(formatType(parseType(text))).toBe(text);
  }
});

test("nesting is bounded", () => {
  const text = `${"vector<".repeat(50_000)}u8${">".repeat(50_000)}`;
  expect(formatType(parseType(text))).toBe(text);
});

test("type arguments take the place of parameters", () => {
  const field = parseType("0x1::table::Table<T1, vector<T0>>");
  expect(formatType(substitute(field, [leaf("u8"), leaf("address")]))).toBe("0x1::table::Table<address, vector<u8>>");
  expect(formatType(substitute(leaf("T7"), []))).toBe("T7");
});

test("a struct's name is taken apart", () => {
  expect(parseStructName("0x1::coin::Coin")).toEqual({ address: "0x1", module: "coin", name: "Coin" });
  expect(parseStructName("u64")).toBeUndefined();
  expect(parseStructName("0x1::coin")).toBeUndefined();
});

test("text of the API's form comes back as it was", () => {
  const head = fc.constantFrom("u8", "address", "T0", "0x1::string::String", "0xcafe::shop::Order");
  const { type } = fc.letrec<{ type: TypeText }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 6 },
      head.map(leaf),
      fc.record({ head: fc.constant("vector"), args: fc.tuple(tie("type")) }),
      fc.record({ head: fc.constant("0x1::m::S"), args: fc.array(tie("type"), { minLength: 1, maxLength: 3 }) }),
    ),
  }));
  fc.assert(
    fc.property(type, (value) => {
      expect(parseType(formatType(value))).toEqual(value);
    }),
  );
});
