import { hexToBytes, parseEntryFunctionId, parseTypeTag } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { buildScript, type JsonValue } from "../src/index.ts";
import { openWorld } from "./world.ts";

const view = openWorld();
const all = parseEntryFunctionId("0x42::shapes::all");
const good: readonly JsonValue[] = [1, "2", "0x3", "0x04", "five", "0x6", [7], { vec: ["8"] }];

describe("arguments of an entry function", () => {
  test("are the BCS of each, type parameters replaced, signers left out", async () => {
    const encoded = await view.encodeEntryFunction(all, [parseTypeTag("u16")], good);
    expect(encoded).toEqual(
      [
        "01",
        "0200000000000000",
        `${"00".repeat(31)}03`,
        "0104",
        "0466697665",
        `${"00".repeat(31)}06`,
        "010700",
        "010800000000000000",
      ].map(hexToBytes),
    );
  });

  test("are shown again as JSON, an object in its stored form", async () => {
    const encoded = await view.encodeEntryFunction(all, [parseTypeTag("u16")], good);
    const shown = [...good.slice(0, 5), { inner: "0x6" }, ...good.slice(6)];
    expect(await view.decodeFunctionArguments(all, [parseTypeTag("u16")], encoded)).toEqual(shown);
  });

  test("are all shown as hex when one of them cannot be read", async () => {
    const id = parseEntryFunctionId("0x42::shapes::private_entry");
    expect(await view.decodeFunctionArguments(id, [], [Uint8Array.of(1)])).toEqual([true]);
    expect(await view.decodeFunctionArguments(id, [], [Uint8Array.of(2)])).toEqual(["0x02"]);
    expect(await view.decodeFunctionArguments(id, [], [])).toEqual([]);
    const gone = parseEntryFunctionId("0x42::gone::f");
    expect(await view.decodeFunctionArguments(gone, [], [Uint8Array.of(1), new Uint8Array(0)])).toEqual(["0x01", "0x"]);
  });

  const refused: readonly (readonly [string, string, readonly string[], readonly JsonValue[], object])[] = [
    ["no such module", "0x42::gone::f", [], [], { code: "module_not_found", subject: "0x42::gone" }],
    ["no such function", "0x42::shapes::gone", [], [], { code: "function_not_found", subject: "0x42::shapes::gone" }],
    ["no entry function", "0x42::shapes::look", [], ["1"], { code: "function_not_entry" }],
    [
      "too few type arguments",
      "0x42::shapes::all",
      [],
      good,
      { code: "type_argument_count", expected: "1", actual: 0 },
    ],
    [
      "too few arguments",
      "0x42::shapes::all",
      ["u8"],
      [1],
      {
        code: "argument_count",
        actual: 1,
        expected: [
          "integer<u8>",
          "string<u64>",
          "string<address>",
          "string<hex>",
          "string<move_struct_tag_id>",
          "string<move_struct_tag_id>",
          "string<hex>",
          "string<move_struct_tag_id>",
        ],
      },
    ],
    [
      "a wrong argument",
      "0x42::shapes::all",
      ["u16"],
      good.with(2, 3),
      { code: "bad_argument", argument: 2, expected: "string<address>" },
    ],
    [
      "a wrong part of an argument",
      "0x42::shapes::all",
      ["u16"],
      good.with(6, [7, "8"]),
      { code: "bad_argument", argument: 6, expected: "array<integer<u16>>", path: [1] },
    ],
    ["a reference", "0x42::shapes::by_reference", [], ["1"], { code: "bad_argument", argument: 0 }],
  ];
  test.each(refused)("%s is refused", async (_, id, typeArgs, args, error) => {
    const call = view.encodeEntryFunction(parseEntryFunctionId(id), typeArgs.map(parseTypeTag), args);
    await expect(call).rejects.toMatchObject(error);
  });

  test("a view function takes arguments without the entry flag", async () => {
    const id = parseEntryFunctionId("0x42::shapes::look");
    expect(await view.encodeFunctionArguments(id, [], ["-2"])).toEqual([hexToBytes("feffffffffffffff")]);
  });
});

describe("arguments of a script", () => {
  const encode = (params: readonly string[], args: readonly JsonValue[], typeArgs: readonly string[] = []) =>
    view.encodeScriptArguments(
      buildScript({ params, typeParams: typeArgs.map(() => ({})), code: [["ret"]] }),
      typeArgs.map(parseTypeTag),
      args,
    );

  test("name their own types", async () => {
    expect(
      await encode(
        ["&signer", "bool", "u8", "u16", "u32", "u64", "u128", "u256", "address", "vector<u8>"],
        [true, 1, 2, 3, "4", "5", "6", "0x7", "0x08"],
      ),
    ).toEqual([
      { kind: "Bool", value: true },
      { kind: "U8", value: 1 },
      { kind: "U16", value: 2 },
      { kind: "U32", value: 3 },
      { kind: "U64", value: 4n },
      { kind: "U128", value: 5n },
      { kind: "U256", value: 6n },
      { kind: "Address", value: hexToBytes(`${"00".repeat(31)}07`) },
      { kind: "U8Vector", value: Uint8Array.of(8) },
    ]);
  });

  test("may be signed, of a type argument, or an empty vector of anything", async () => {
    expect(await encode(["i8", "i256", "T0"], [-1, "-2", 3], ["u8"])).toEqual([
      { kind: "I8", value: -1 },
      { kind: "I256", value: -2n },
      { kind: "U8", value: 3 },
    ]);
    expect(await encode(["vector<0xdead::gone::T>"], [[]])).toEqual([{ kind: "U8Vector", value: new Uint8Array(0) }]);
  });

  test.each([
    ["0x1::string::String", "text"],
    ["vector<u64>", ["1"]],
    ["0x1::option::Option<u8>", { vec: [] }],
  ])("cannot be of type %s", async (type, json) => {
    await expect(encode([type], [json])).rejects.toMatchObject({ code: "bad_argument", argument: 0 });
  });

  test("are counted", async () => {
    await expect(encode(["u8"], [])).rejects.toMatchObject({ code: "argument_count", actual: 0 });
  });

  test("need a script that parses", async () => {
    await expect(view.encodeScriptArguments(Uint8Array.of(1), [], [])).rejects.toMatchObject({
      code: "malformed_script",
    });
  });
});
