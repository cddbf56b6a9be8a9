import { abilitySet } from "@ledger/move";
import { describe, expect, test } from "vitest";
import { feature } from "../../src/features/feature.ts";
import { Dispatch } from "../../src/port/native.ts";
import type { FunctionSignature } from "../../src/port/session.ts";
import type { Type } from "../../src/type/type.ts";
import { primitiveTypes } from "../../src/type/type-table.ts";
import { Closure, type Value } from "../../src/value/value.ts";
import { address, bytes, NativeBench, ref, text } from "./run-native.ts";

const { U64, Bool } = primitiveTypes;
const hook = address(0xbeef);

function signature(
  of: Partial<FunctionSignature> & { readonly name: string; readonly at?: string },
): FunctionSignature {
  const [module, name] = of.name.split("::") as [string, string];
  return {
    target: { address: of.at ?? hook, module, name, typeArgs: [] },
    visibility: "public",
    isEntry: false,
    isNative: false,
    isPersistent: true,
    isView: false,
    drawsRandomness: false,
    typeParameters: [],
    params: [],
    results: [],
    ...of,
  };
}

function info(module: string, name: string, at: string = hook): Value {
  return ref([at, text(module), text(name)]);
}

describe("dispatch", () => {
  const native = "0x1::dispatchable_fungible_asset::dispatchable_derived_balance";
  const own = signature({
    name: "dispatchable_fungible_asset::dispatchable_derived_balance",
    at: address(1),
    isNative: true,
    visibility: "private",
    params: [U64, Bool],
    results: [U64],
  });
  const fitting = signature({ name: "hooks::balance", params: [U64], results: [U64] });

  function bench(target: FunctionSignature, visited = [`${hook}::hooks`]): NativeBench {
    const signatures = {
      [`${address(1)}::dispatchable_fungible_asset::dispatchable_derived_balance`]: own,
      [`${hook}::hooks::balance`]: target,
    };
    return new NativeBench({ signatures, visited });
  }

  test("leads to the named function with the other arguments", async () => {
    const { result, gas } = await bench(fitting).run(native, [7, info("hooks", "balance")], [U64]);
    expect(result).toBeInstanceOf(Dispatch);
    expect(result).toMatchObject({
      target: { address: hook, module: "hooks", name: "balance", typeArgs: [U64] },
      args: [7],
    });
    expect(gas).toEqual({ "aptos_framework.dispatchable_fungible_asset.dispatch.base": 1 });
  });

  test.each<[string, Partial<FunctionSignature>]>([
    ["a private function", { visibility: "private" }],
    ["a native", { isNative: true }],
    ["other results", { results: [Bool] }],
    ["other parameters", { params: [] }],
    ["other type parameters", { typeParameters: [abilitySet(["key"])] }],
  ])("refuses %s", async (_name, difference) => {
    const { error } = await bench({ ...fitting, ...difference }).run(native, [7, info("hooks", "balance")], [U64]);
    expect(error?.status).toBe("RUNTIME_DISPATCH_ERROR");
  });

  test("a module that was not loaded before", async () => {
    const { error, gas } = await bench(fitting, []).run(native, [7, info("hooks", "balance")], [U64]);
    expect(error?.abortCode).toBe(4n);
    expect(error?.abortMessage).toBe(`Module ${hook.slice(2)}::hooks is not loaded prior to native dispatch`);
    expect(gas).toEqual({});
  });

  test("a name that is no identifier, and a function that is not there", async () => {
    expect(await bench(fitting).abortOf(native, [7, info("hooks", "a-b")], [U64])).toBe(1n);
    const { error } = await bench(fitting).run(native, [7, info("hooks", "missing")], [U64]);
    expect(error?.status).toBe("FUNCTION_RESOLUTION_FAILURE");
  });
});

describe("information about functions", () => {
  const from = signature({ name: "a::withdraw", at: address(1), params: [U64, Bool], results: [Bool] });
  const to = signature({ name: "hooks::withdraw", params: [U64], results: [Bool] });
  const signatures = {
    [`${address(1)}::a::withdraw`]: from,
    [`${hook}::hooks::withdraw`]: to,
    [`${address(1)}::a::none`]: signature({ name: "a::none", at: address(1) }),
  };
  const name = "0x1::function_info::check_dispatch_type_compatibility_impl";
  const left = info("a", "withdraw", address(1));

  test("two functions fit", async () => {
    const bench = new NativeBench({ signatures, visited: [`${hook}::hooks`] });
    expect(await bench.result(name, [left, info("hooks", "withdraw")])).toBe(true);
    expect(await bench.result(name, [info("hooks", "withdraw"), info("hooks", "withdraw")])).toBe(false);
    expect(await bench.abortOf(name, [info("a", "none", address(1)), info("hooks", "withdraw")])).toBe(2n);
    expect(await bench.abortOf(name, [left, info("hooks", "missing")])).toBe(2n);
  });

  test("the framework counts as loaded once accounts can be abstract", async () => {
    const args = [info("hooks", "withdraw"), left];
    expect(await new NativeBench({ signatures }).abortOf(name, args)).toBe(2n);
    const bench = new NativeBench({ signatures, features: [feature.accountAbstraction] });
    expect(await bench.result(name, args)).toBe(false);
  });

  test.each([
    ["withdraw", true],
    ["_a1", true],
    ["_", false],
    ["1a", false],
    ["a b", false],
    ["", false],
  ])("%j is an identifier: %s", async (content, expected) => {
    const { result, gas } = await new NativeBench().run("0x1::function_info::is_identifier", [ref(bytes(content))]);
    expect(result).toBe(expected);
    expect(gas["aptos_framework.function_info.is_identifier.per_byte"]).toBe(content.length);
  });

  test("loading a module does not look for the function", async () => {
    expect(await new NativeBench().run("0x1::function_info::load_function_impl", [info("a", "gone")])).toEqual({
      result: undefined,
      gas: { "aptos_framework.function_info.load_function.base": 1 },
    });
  });
});

describe("reflection", () => {
  const { types } = new NativeBench();
  const t0 = types.parameter(0);
  const signatures = {
    [`${hook}::m::id`]: signature({
      name: "m::id",
      typeParameters: [0],
      params: [types.vector(t0), t0],
      results: [t0],
    }),
    [`${hook}::m::phantom`]: signature({ name: "m::phantom", typeParameters: [0], params: [U64] }),
    [`${hook}::m::hidden`]: signature({ name: "m::hidden", visibility: "friend", params: [U64] }),
    [`${hook}::m::keyed`]: signature({ name: "m::keyed", typeParameters: [abilitySet(["key"])], params: [t0] }),
  };
  const bench = new NativeBench({ signatures });
  const of = (params: Type[], results: Type[] = [], abilities = 0) => types.function(params, results, abilities);

  async function resolve(name: string, type: Type): Promise<Value[]> {
    const args = [hook, ref(text("m")), ref(text(name))];
    return (await bench.result("0x1::reflect::native_resolve", args, [type])) as Value[];
  }

  test("a function becomes a value, its type arguments inferred", async () => {
    const [tag, closure] = await resolve(
      "id",
      of([types.vector(U64), U64], [U64], abilitySet(["copy", "drop", "store"])),
    );
    expect(tag).toBe(0);
    expect(closure).toBeInstanceOf(Closure);
    expect((closure as Closure).target).toMatchObject({ module: "m", name: "id", typeArgs: [U64] });
  });

  test.each<[string, string, Type, number]>([
    ["a name that is none", "not a name", of([U64]), 0],
    ["a function that is not there", "missing", of([U64]), 1],
    ["a function that is not public", "hidden", of([U64]), 2],
    ["types that do not match", "id", of([types.vector(U64), Bool], [U64]), 3],
    ["a type that is no function", "id", U64, 3],
    ["an ability that no function has", "id", of([types.vector(U64), U64], [U64], abilitySet(["key"])), 3],
    ["a type argument without the abilities", "keyed", of([U64]), 3],
    ["a type argument that nothing says", "phantom", of([U64]), 4],
  ])("%s", async (_name, name, type, error) => {
    expect(await resolve(name, type)).toEqual([1, [error]]);
  });
});
