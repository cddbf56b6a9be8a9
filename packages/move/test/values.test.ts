import { hexToBytes, parseAddress, parseStructTag, parseTypeTag } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { type JsonValue, JsonWriter } from "../src/index.ts";
import { openWorld, optionStruct } from "./world.ts";

const view = openWorld();

/** type, bytes, JSON: what the layout rules of the specification say. */
const bothWays: readonly (readonly [string, string, JsonValue])[] = [
  ["bool", "01", true],
  ["u8", "ff", 255],
  ["u16", "0102", 0x0201],
  ["u32", "ffffffff", 4294967295],
  ["u64", "ffffffffffffffff", "18446744073709551615"],
  ["u64", "0000000000002000", "9007199254740992"],
  ["u128", "01000000000000000000000000000000", "1"],
  ["u128", "00000000000000000100000000000000", "18446744073709551616"],
  ["u256", "ff".repeat(32), (2n ** 256n - 1n).toString()],
  ["i8", "80", -128],
  ["i16", "ffff", -1],
  ["i32", "00000080", -2147483648],
  ["i64", "ffffffffffffffff", "-1"],
  ["i128", `${"00".repeat(15)}80`, (-(2n ** 127n)).toString()],
  ["i256", `05${"00".repeat(31)}`, "5"],
  ["address", `${"00".repeat(31)}0a`, "0xa"],
  ["address", "00".repeat(32), "0x0"],
  ["vector<u8>", "020aff", "0x0aff"],
  ["vector<u8>", "00", "0x"],
  ["vector<u16>", "0101 00", [1]],
  ["vector<vector<u8>>", "02 00 0101", ["0x", "0x01"]],
  ["0x1::string::String", "03616263", "abc"],
  ["0x1::string::String", "0422090a5c", '"\t\n\\'],
  ["0x1::string::String", "05e282ac01 7f", "€\u0001\u007f"],
  ["0x1::object::Object<0xdead::gone::T>", `${"00".repeat(31)}07`, { inner: "0x7" }],
  ["0x1::option::Option<u64>", "00", { vec: [] }],
  ["0x1::option::Option<u64>", "01 0500000000000000", { vec: ["5"] }],
  ["0x1::option::Option<u8>", "0105", { vec: [5] }],
  ["0x42::shapes::Empty", "00", { dummy_field: false }],
  ["0x42::shapes::Phantom<0xdead::gone::T>", "0100000000000000", { value: "1" }],
  ["0x42::shapes::Pair<u8, vector<bool>>", "0101 09", { first: 9, second: [true] }],
  ["0x42::shapes::Color", "00", { __variant__: "Red" }],
  ["0x42::shapes::Color", "01010203", { __variant__: "Custom", _a: 3, g: 2, r: 1 }],
];

describe("BCS to JSON and back", () => {
  test.each(bothWays)("%s %s", async (type, hex, json) => {
    const bytes = hexToBytes(hex.replaceAll(" ", ""));
    const layout = await view.layout(parseTypeTag(type));
    expect(layout.decodeToJson(bytes)).toEqual(json);
    expect(layout.encodeFromJson(json)).toEqual(bytes);
  });

  test("members are printed in the byte order of their names, at every level", async () => {
    const mixed = hexToBytes(`07 0161 01 0300000000000000 01 ${"00".repeat(31)}05`.replaceAll(" ", ""));
    const layout = await view.layout(parseTypeTag("vector<0x42::shapes::Mixed>"));
    expect(layout.decodeToJsonText(Uint8Array.of(1, ...mixed))).toBe(
      '[{"B":true,"_0":"0x5","_1":["3"],"a":"a","z":7}]',
    );
    const color = await view.layout(parseTypeTag("0x42::shapes::Color"));
    expect(color.decodeToJsonText(hexToBytes("01010203"))).toBe('{"__variant__":"Custom","_a":3,"g":2,"r":1}');
    expect(color.decodeToJsonText(hexToBytes("020161"))).toBe('{"_0":"a","__variant__":"Named"}');
  });

  test("an option of bytes is printed in hex where options are structs", async () => {
    const layout = await openWorld(optionStruct).layout(parseTypeTag("0x1::option::Option<u8>"));
    expect(layout.decodeToJson(Uint8Array.of(1, 5))).toEqual({ vec: "0x05" });
    expect(layout.decodeToJson(Uint8Array.of(0))).toEqual({ vec: "0x" });
  });

  test.each([openWorld(), openWorld(optionStruct)])("an option of bytes is read in both forms", async (world) => {
    const layout = await world.layout(parseTypeTag("0x1::option::Option<u8>"));
    for (const json of [{ vec: "0x05" }, { vec: "05" }, { vec: [5] }]) {
      expect(layout.encodeFromJson(json)).toEqual(Uint8Array.of(1, 5));
    }
    for (const json of [{ vec: "0x" }, { vec: [] }]) expect(layout.encodeFromJson(json)).toEqual(Uint8Array.of(0));
  });

  test("a string that is no UTF-8 is printed as a note with its bytes", async () => {
    const layout = await view.layout(parseTypeTag("0x1::string::String"));
    for (const hex of ["ff", "c080", "eda080", "f4908080", "e282", "80"]) {
      const bytes = hexToBytes(hex);
      expect(layout.decodeToJson(Uint8Array.of(bytes.length, ...bytes))).toBe(`Unparsable utf-8 0x${hex}`);
    }
  });

  test("a page of values shares one writer, and a refused value leaves nothing in it", async () => {
    const layout = await view.layout(parseTypeTag("0x42::shapes::Pair<u8, 0x1::string::String>"));
    const output = new JsonWriter({ capacity: 1 });
    output.rawText("[");
    layout.writeJson(hexToBytes("016101"), output);
    expect(() => layout.writeJson(hexToBytes("0561"), output)).toThrow();
    output.rawText("]");
    expect(output.text()).toBe('[{"first":1,"second":"a"}]');
  });
});

describe("malformed bytes are refused with a place", () => {
  const malformed: readonly (readonly [string, string, number, readonly (string | number)[]])[] = [
    ["bool", "02", 0, []],
    ["u64", "00", 0, []],
    ["u8", "0000", 1, []],
    ["vector<u64>", "8000", 0, []],
    ["vector<u64>", "ffffffff1f", 0, []],
    ["vector<bool>", "03010102", 3, [2]],
    ["0x1::option::Option<u64>", "02", 0, []],
    ["0x42::shapes::Color", "03", 0, []],
    ["0x42::shapes::Pair<u8, vector<bool>>", "0202", 0, ["second"]],
    ["vector<0x42::shapes::Pair<u8, bool>>", "0202090109", 1, [0, "second"]],
  ];
  test.each(malformed)("%s %s", async (type, hex, offset, path) => {
    const layout = await view.layout(parseTypeTag(type));
    expect(() => layout.decodeToJson(hexToBytes(hex))).toThrowError(
      expect.objectContaining({ code: "malformed_value", offset, path, subject: type }),
    );
  });

  test("output has a limit", async () => {
    const layout = await view.layout(parseTypeTag("vector<u8>"));
    const output = new JsonWriter({ limit: 8 });
    expect(() => layout.writeJson(hexToBytes("03010203"), output)).toThrowError(
      expect.objectContaining({ code: "value_too_large" }),
    );
    layout.writeJson(hexToBytes("020102"), output);
    expect(output.text()).toBe('"0x0102"');
  });
});

describe("JSON that does not fit a type is refused", () => {
  const refused: readonly (readonly [string, JsonValue, readonly (string | number)[]])[] = [
    ["bool", "true", []],
    ["bool", 1, []],
    ["u8", "1", []],
    ["u8", 256, []],
    ["u8", -1, []],
    ["u8", -0, []],
    ["u8", 1.5, []],
    ["i8", 128, []],
    ["u32", 4294967296, []],
    ["u64", 1, []],
    ["u64", "", []],
    ["u64", "-1", []],
    ["u64", "0x1", []],
    ["u64", "1_000", []],
    ["u64", " 1", []],
    ["u64", "18446744073709551616", []],
    ["u256", "0".repeat(80), []],
    ["i64", "9223372036854775808", []],
    ["address", "", []],
    ["address", "0x", []],
    ["address", "0X1", []],
    ["address", "f".repeat(65), []],
    ["address", 1, []],
    ["vector<u8>", [1], []],
    ["vector<u8>", "0x1", []],
    ["vector<u8>", "0X11", []],
    ["vector<u64>", "0x11", []],
    ["vector<u64>", ["1", 2], [1]],
    ["0x1::string::String", 1, []],
    ["0x1::string::String", "\ud800", []],
    ["0x1::option::Option<u64>", null, []],
    ["0x1::option::Option<u64>", "5", []],
    ["0x1::option::Option<u64>", { vec: ["1", "2"] }, ["vec"]],
    ["0x1::option::Option<u64>", { vec: [1] }, ["vec", 0]],
    ["0x1::option::Option<u8>", { vec: "0x0102" }, ["vec"]],
    ["0x1::option::Option<u64>", {}, ["vec"]],
    ["vector<0x1::object::Object<u8>>", ["0x1"], [0]],
    ["0x42::shapes::Pair<u8, u8>", { first: 1 }, ["second"]],
    ["0x42::shapes::Pair<u8, u8>", [], []],
    ["0x42::shapes::Color", "Red", []],
    ["0x42::shapes::Color", {}, []],
    ["0x42::shapes::Color", { Red: {}, Custom: {} }, []],
    ["0x42::shapes::Color", { Blue: {} }, []],
    ["0x42::shapes::Color", { Red: { extra: 1 } }, ["Red"]],
    ["0x42::shapes::Color", { Custom: { r: 1, g: 2 } }, ["Custom", "_a"]],
    ["0x42::shapes::Color", { Red: 1 }, []],
    ["0x42::shapes::Color", { __variant__: "Red", extra: 1 }, ["Red"]],
    ["0x42::shapes::Callback", { f: {} }, []],
  ];
  test.each(refused)("%s %j", async (type, json, path) => {
    const layout = await view.layout(parseTypeTag(type));
    expect(() => layout.encodeFromJson(json)).toThrowError(
      expect.objectContaining({ code: "json_mismatch", path, subject: type }),
    );
  });
});

describe("JSON that fits in more than one form", () => {
  const accepted: readonly (readonly [string, JsonValue, string])[] = [
    ["u64", "+5", "0500000000000000"],
    ["u64", "007", "0700000000000000"],
    ["i64", "-1", "ffffffffffffffff"],
    ["u8", 1.0, "01"],
    ["i8", -0, "00"],
    ["address", "0A", `${"00".repeat(31)}0a`],
    ["vector<u8>", "0AfF", "020aff"],
    ["vector<u8>", "", "00"],
    ["0x42::shapes::Pair<u8, u8>", { other: null, second: 2, first: 1 }, "0201"],
    ["0x42::shapes::Color", { Red: {} }, "00"],
    ["0x42::shapes::Color", { Custom: { _a: 3, g: 2, r: 1 } }, "01010203"],
    ["0x42::shapes::Color", { _0: "a", __variant__: "Named" }, "020161"],
  ];
  test.each(accepted)("%s %j", async (type, json, hex) => {
    expect(await view.encodeFromJson(parseTypeTag(type), json)).toEqual(hexToBytes(hex));
  });

  test("an object as the whole value is an address, whatever its type argument", async () => {
    const tag = parseTypeTag("0x1::object::Object<0xdead::gone::T>");
    expect(await view.encodeFromJson(tag, "0x7")).toEqual(hexToBytes(`${"00".repeat(31)}07`));
    await expect(view.encodeFromJson(tag, { inner: "0x7" })).rejects.toMatchObject({
      code: "json_mismatch",
      expected: "string<address>",
    });
  });

  test("a variant that there is not is named", async () => {
    const layout = await view.layout(parseTypeTag("vector<0x42::shapes::Color>"));
    for (const json of [{ Blue: {} }, { __variant__: "Blue" }]) {
      expect(() => layout.encodeFromJson([json])).toThrowError(/variant of the enum, found "Blue" \(in 0\)/);
    }
  });

  test("a member named __proto__ is a member", async () => {
    const layout = await view.layout(parseTypeTag("0x42::shapes::Pair<u8, u8>"));
    const json = JSON.parse('{"__proto__":{"first":1,"second":2}}') as JsonValue;
    expect(() => layout.encodeFromJson(json)).toThrowError(expect.objectContaining({ code: "json_mismatch" }));
  });
});

describe("resource groups", () => {
  test("a member knows its container", async () => {
    const container = await view.resourceGroupOf(parseStructTag("0x42::shapes::Member"));
    expect(container).toEqual(parseStructTag("0x1::object::ObjectGroup"));
    expect(await view.isResourceGroup(container!)).toBe(true);
  });

  test("other structs, and structs of absent modules, are stored by themselves", async () => {
    expect(await view.resourceGroupOf(parseStructTag("0x42::shapes::Mixed"))).toBeUndefined();
    expect(await view.resourceGroupOf(parseStructTag("0x43::gone::T"))).toBeUndefined();
    expect(await view.isResourceGroup(parseStructTag("0x43::gone::T"))).toBe(false);
    expect(await view.describeAbort(parseAddress("0x42"), "shapes", 1n)).toBeUndefined();
  });

  test("an attribute that names no struct is reported", async () => {
    await expect(view.resourceGroupOf(parseStructTag("0x42::shapes::BadMember"))).rejects.toMatchObject({
      code: "malformed_metadata",
    });
  });
});
