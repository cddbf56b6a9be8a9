import { describe, expect, test } from "vitest";
import { feature } from "../../src/features/feature.ts";
import { debugOutput } from "../../src/natives/index.ts";
import type { Type } from "../../src/type/type.ts";
import { primitiveTypes } from "../../src/type/type-table.ts";
import type { ValueLayout } from "../../src/value/layout.ts";
import { Closure, type Value } from "../../src/value/value.ts";
import { address, bytes, NativeBench, ref, text, textOf } from "./run-native.ts";

const { U8, U64, U128, Bool, Address, Signer } = primitiveTypes;

function struct(fields: Readonly<Record<string, ValueLayout>>): ValueLayout {
  return {
    kind: "Struct",
    type: undefined,
    fields: Object.entries(fields).map(([name, layout]) => ({ name, layout })),
  };
}

const stringLayout = struct({ bytes: { kind: "Vector", element: { kind: "U8" } } });
const types = new NativeBench().types;
const stringType = types.struct(address(1), "string", "String", []);
const named = { ...stringLayout, type: stringType } as ValueLayout;

const structs: Readonly<Record<string, ValueLayout>> = {
  "0x1::string::String": stringLayout,
  "0x1::option::Option<u64>": struct({ vec: { kind: "Vector", element: { kind: "U64" } } }),
  "0x1::option::Option<u8>": {
    kind: "Enum",
    type: undefined,
    variants: [
      { name: "None", fields: [] },
      { name: "Some", fields: [{ name: "e", layout: { kind: "U8" } }] },
    ],
  },
  "0xbeef::m::Point<u8>": struct({ x: { kind: "U64" }, label: named }),
  "0xbeef::m::Shape": {
    kind: "Enum",
    type: undefined,
    variants: [
      { name: "Empty", fields: [] },
      {
        name: "Named",
        fields: [
          { name: "label", layout: named },
          { name: "on", layout: { kind: "Bool" } },
        ],
      },
    ],
  },
};

const bench = new NativeBench({ structs, features: [feature.signerNativeFormat] });

async function format(value: Value, type: Type, flags: readonly boolean[]): Promise<string> {
  return textOf(await bench.result("0x1::string_utils::native_format", [ref(value), ...flags], [type]));
}

/** The flags of `to_string`, `to_string_with_canonical_addresses`, `to_string_with_integer_types` and `debug_string`. */
const plain = [false, false, true, false];
const canonical = [false, true, true, false];
const withTypes = [false, true, true, true];
const debug = [true, false, false, false];

describe("showing values", () => {
  const point = bench.types.struct(address(0xbeef), "m", "Point", [U8]);
  const shape = bench.types.struct(address(0xbeef), "m", "Shape", []);
  const option = bench.types.struct(address(1), "option", "Option", [U64]);
  const enumOption = bench.types.struct(address(1), "option", "Option", [U8]);
  const string = bench.types.struct(address(1), "string", "String", []);
  const list = bench.types.vector(U64);

  test.each<[string, Value, Type, readonly boolean[], string]>([
    ["an integer", 2n ** 127n, U128, plain, "170141183460469231731687303715884105728"],
    ["an integer with its type", 7, U8, withTypes, "7u8"],
    ["a bool", false, Bool, plain, "false"],
    ["an address", address(0x1f), Address, plain, "@0x1f"],
    ["a canonical address", address(1), Address, canonical, `@${"0".repeat(63)}1`],
    ["a signer", [0, address(2)], Signer, plain, "signer(@0x2)"],
    ["bytes", bytes(Uint8Array.of(1, 255)), bench.types.vector(U8), plain, "0x01ff"],
    ["a vector", [1, 2], list, plain, "[ 1, 2 ]"],
    ["an empty vector", [], list, debug, "[]"],
    ["a vector of integers stays on its line", [1, 2], list, debug, "[ 1, 2 ]"],
    ["a vector of vectors", [[1], []], bench.types.vector(list), debug, "[\n  [ 1 ],\n  []\n]"],
    ["text", text('say "\\"'), string, plain, '"say \\"\\\\\\""'],
    ["no option", [[]], option, plain, "None"],
    ["an option", [[5]], option, plain, "Some(5)"],
    ["an option that is an enum", [1, 5], enumOption, plain, "Some(5)"],
    ["no option that is an enum", [0], enumOption, plain, "None"],
    ["a struct", [1, text("a")], point, plain, 'Point { x: 1, label: "a" }'],
    ["a struct on lines", [1, text("a")], point, debug, '0xbeef::m::Point<u8> {\n  x: 1,\n  label: "a"\n}'],
    ["an enum without parts", [0], shape, plain, "#0{}"],
    ["an enum, whose parts have no names", [1, text("hi"), true], shape, plain, "#1{ { 0x6869 }, true }"],
  ])("%s", async (_name, value, type, flags, expected) => {
    expect(await format(value, type, flags)).toBe(expected);
  });

  test("a function value shows what it captured", async () => {
    const target = { address: address(0xbeef), module: "m", name: "f", typeArgs: [U64] };
    const type = bench.types.function([U8], [], 0);
    const open = new Closure(target, 0n, [], []);
    expect(await format(open, type, plain)).toBe(`${address(0xbeef)}::m::f<u64>()`);
    const closed = new Closure({ ...target, address: address(1), typeArgs: [] }, 0b101n, [1, true], undefined, [
      U8,
      Bool,
    ]);
    expect(await format(closed, type, plain)).toBe("0x1::m::f(1, _, true, ..)");
  });

  test("every part pays, and texts and bytes by length", async () => {
    const { gas } = await bench.run("0x1::string_utils::native_format", [ref([1, text("abc")]), ...plain], [point]);
    expect(gas).toEqual({
      "aptos_framework.string_utils.format.base": 3,
      "aptos_framework.string_utils.format.per_byte": 3,
    });
  });

  test("without feature 25 a signer cannot be shown", async () => {
    const old = new NativeBench();
    const { error } = await old.run("0x1::string_utils::native_format", [ref([0, address(2)]), ...plain], [Signer]);
    expect(error?.status).toBe("INTERNAL_TYPE_ERROR");
  });
});

describe("filling placeholders", () => {
  const nil = bench.types.struct(address(1), "string_utils", "NIL", []);
  const cons = (...items: Type[]): Type =>
    items.reduceRight<Type>((rest, item) => bench.types.struct(address(1), "string_utils", "Cons", [item, rest]), nil);
  const native = "0x1::string_utils::native_format_list";
  const two: Value = [1, [true, [false]]];

  test.each([
    ["a = {} b = {}", "a = 1 b = true"],
    ["{{{}}} {}", "{1} true"],
    ["{}€{}", "1€true"],
  ])("%j", async (pattern, expected) => {
    const outcome = await bench.run(native, [ref(bytes(pattern)), ref(two)], [cons(U64, Bool)]);
    expect(textOf(outcome.result)).toBe(expected);
    expect(outcome.gas["aptos_framework.string_utils.format.per_byte"]).toBe(new TextEncoder().encode(pattern).length);
  });

  test.each([
    ["{}", 1n, undefined],
    ["{} {} {}", 1n, undefined],
    ["{", 2n, "Invalid format string: unclosed brackets"],
    ["}", 2n, "Invalid format string: unclosed brackets"],
    ["{a}", 2n, "Invalid format string: unmatched '{{' bracket"],
    ["}a", 2n, "Invalid format string: unmatched '}}' bracket"],
  ])("%j aborts with %i", async (pattern, code, message) => {
    const { error } = await bench.run(native, [ref(bytes(pattern)), ref(two)], [cons(U64, Bool)]);
    expect(error?.abortCode).toBe(code);
    expect(error?.abortMessage).toBe(message);
  });

  test("a format that is not UTF-8 aborts", async () => {
    expect(await bench.abortOf(native, [ref(bytes(Uint8Array.of(0xff))), ref(two)], [cons(U64, Bool)])).toBe(2n);
  });
});

describe("names of types", () => {
  const coin = bench.types.struct(address(1), "aptos_coin", "AptosCoin", []);
  const store = bench.types.struct(address(1), "coin", "CoinStore", [coin]);

  test("a type's text", async () => {
    const { result, gas } = await bench.run("0x1::type_info::type_name", [], [bench.types.vector(store)]);
    expect(textOf(result)).toBe("vector<0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>>");
    expect(gas["aptos_framework.type_info.type_name.per_abstract_memory_unit"]).toBe(56);
  });

  test("a struct's parts", async () => {
    const parts = (await bench.result("0x1::type_info::type_of", [], [store])) as Value[];
    expect(parts[0]).toBe(address(1));
    expect(parts.slice(1).map((part) => textOf(part))).toEqual(["coin", "CoinStore<0x1::aptos_coin::AptosCoin>"]);
    expect(await bench.abortOf("0x1::type_info::type_of", [], [U64])).toBe(1n);
  });

  test("a type beyond the limit of tags has no name", async () => {
    const long = "a".repeat(250);
    const type = Array.from({ length: 8 }).reduce<Type>(
      (inner) => bench.types.struct(address(1), long, long, [inner, U64]),
      U64,
    );
    const { error } = await bench.run("0x1::type_info::type_name", [], [type]);
    expect(error?.status).toBe("TYPE_TAG_LIMIT_EXCEEDED");
  });
});

describe("debug output", () => {
  test("is kept with its place and costs nothing", async () => {
    const place = {
      module: { address: address(0xbeef), name: "m" },
      functionIndex: 3,
      functionName: "f",
      codeOffset: 9,
    };
    const framework = {
      module: { address: address(1), name: "debug" },
      functionIndex: 0,
      functionName: "f",
      codeOffset: 1,
    };
    const printing = new NativeBench({ structs, frames: [framework, place] });
    const { gas } = await printing.run("0x1::debug::native_print", [text("hello")]);
    expect(gas).toEqual({});
    await printing.run("0x1::debug::print", [ref([1, 2])], [printing.types.vector(U64)]);
    expect(printing.session.extension(debugOutput)).toEqual([
      { text: "hello", location: place },
      { text: "[ 1, 2 ]", location: framework },
    ]);
  });
});
