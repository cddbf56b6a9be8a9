import { parseTypeTag, type TypeTag } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { createMoveCache, layoutLimits, type ModuleSpec, MoveView } from "../src/index.ts";
import { openWorld, resolverOf } from "./world.ts";

describe("types without a layout", () => {
  const view = openWorld();
  const refused: readonly (readonly [string, string])[] = [
    ["signer", "type_without_values"],
    ["vector<signer>", "type_without_values"],
    ["0x42::shapes::Native", "type_without_values"],
    ["0x42::shapes::Nothing", "type_without_values"],
    ["0x42::shapes::Absent", "struct_not_found"],
    ["0x42::gone::T", "module_not_found"],
    ["0x42::shapes::Stranger", "module_not_found"],
    ["0x42::shapes::Phantom", "type_argument_count"],
    ["0x42::shapes::Empty<u8>", "type_argument_count"],
    ["0x42::shapes::Loop", "cyclic_layout"],
    ["0x42::shapes::Widening<u8>", "layout_too_large"],
  ];
  test.each(refused)("%s: %s", async (type, code) => {
    await expect(view.layout(parseTypeTag(type))).rejects.toMatchObject({ code });
  });

  test("a module that does not parse", async () => {
    const broken = new MoveView({ findModule: () => Uint8Array.of(1, 2, 3) }, createMoveCache());
    await expect(broken.layout(parseTypeTag("0x1::m::S"))).rejects.toMatchObject({
      code: "malformed_module",
      subject: "0x1::m",
    });
  });

  test("a few generics that unfold to very many nodes", async () => {
    const levels = Array.from({ length: 24 }, (_, i) => ({
      name: `L${i}`,
      fields: ["a", "b"].map((name) => ({ name, type: i === 0 ? "u8" : `L${i - 1}` })),
    }));
    const deep = new MoveView(resolverOf({ address: "0x1", name: "deep", structs: levels }), createMoveCache());
    await expect(deep.layout(parseTypeTag("0x1::deep::L23"))).rejects.toMatchObject({ code: "layout_too_large" });
    expect(await deep.layout(parseTypeTag("0x1::deep::L10"))).toBeDefined();
  });

  test("structs inside one another up to the depth limit, and no deeper", async () => {
    const chain: ModuleSpec = {
      address: "0x1",
      name: "chain",
      structs: Array.from({ length: layoutLimits.depth + 1 }, (_, i) => ({
        name: `S${i}`,
        fields: [{ name: "next", type: i === 0 ? "u8" : `S${i - 1}` }],
      })),
    };
    const view = new MoveView(resolverOf(chain), createMoveCache());
    const layout = await view.layout(parseTypeTag(`0x1::chain::S${layoutLimits.depth - 1}`));
    expect(layout.encodeFromJson(layout.decodeToJson(Uint8Array.of(7)))).toEqual(Uint8Array.of(7));
    const fresh = new MoveView(resolverOf(chain), createMoveCache());
    await expect(fresh.layout(parseTypeTag(`0x1::chain::S${layoutLimits.depth}`))).rejects.toMatchObject({
      code: "layout_too_large",
    });
  });
});

describe("caching", () => {
  const box = (fieldName: string): ModuleSpec => ({
    address: "0x1",
    name: "box",
    structs: [{ name: "Box", typeParams: [{}], fields: [{ name: fieldName, type: "T0" }] }],
  });
  const holder: ModuleSpec = {
    address: "0x1",
    name: "holder",
    structs: [{ name: "Holder", fields: [{ name: "box", type: "0x1::box::Box<u8>" }] }],
  };
  const tag: TypeTag = parseTypeTag("0x1::holder::Holder");

  test("a layout is built once for the same modules, in whatever view", async () => {
    const cache = createMoveCache();
    const first = await new MoveView(resolverOf(holder, box("value")), cache).layout(tag);
    expect(await new MoveView(resolverOf(holder, box("value")), cache).layout(tag)).toBe(first);
  });

  test("a layout is not used where a nested module differs, and both stay known", async () => {
    const cache = createMoveCache();
    const open = (fieldName: string) => new MoveView(resolverOf(holder, box(fieldName)), cache);
    const before = await open("value").layout(tag);
    const after = await open("renamed").layout(tag);
    expect(before.decodeToJson(Uint8Array.of(1))).toEqual({ box: { value: 1 } });
    expect(after.decodeToJson(Uint8Array.of(1))).toEqual({ box: { renamed: 1 } });
    expect(await open("value").layout(tag)).toBe(before);
    expect(await open("renamed").layout(tag)).toBe(after);
  });

  test("a view reads each module once", async () => {
    const resolver = resolverOf(holder, box("value"));
    const view = new MoveView(resolver, createMoveCache());
    await view.layout(tag);
    await view.layout(parseTypeTag("vector<0x1::holder::Holder>"));
    await view.layout(parseTypeTag("0x1::box::Box<u64>"));
    expect(resolver.reads.sort()).toEqual(["0x1::box", "0x1::holder"]);
  });

  test("views of the same code era read no modules again, not even to see that one is absent", async () => {
    const cache = createMoveCache();
    const resolver = resolverOf(holder, box("value"));
    const open = () => new MoveView(resolver, cache, { codeEra: 7n });
    const layout = await open().layout(tag);
    await expect(open().layout(parseTypeTag("0x1::gone::T"))).rejects.toMatchObject({ code: "module_not_found" });
    const reads = resolver.reads.length;
    expect(open().findLayout(tag)).toBe(layout);
    expect(await open().layout(tag)).toBe(layout);
    await expect(open().layout(parseTypeTag("0x1::gone::T"))).rejects.toMatchObject({ code: "module_not_found" });
    expect(resolver.reads.length).toBe(reads);
    const other = new MoveView(resolverOf(holder, box("renamed")), cache, { codeEra: 8n });
    expect(other.findLayout(tag)).toBeUndefined();
    expect((await other.layout(tag)).decodeToJson(Uint8Array.of(1))).toEqual({ box: { renamed: 1 } });
  });

  test("a small cache forgets, and answers the same", async () => {
    const cache = createMoveCache({ maxModuleBytes: 1 });
    for (let i = 0; i < 3; i++) {
      const view = new MoveView(resolverOf(holder, box("value")), cache);
      expect(await view.decodeToJson(tag, Uint8Array.of(1))).toEqual({ box: { value: 1 } });
    }
  });

  test("errors of the resolver pass through and are not remembered", async () => {
    let fail = true;
    const inner = resolverOf(holder, box("value"));
    const view = new MoveView(
      {
        findModule: async (address, name) => {
          if (fail) throw new RangeError("pruned");
          return inner.findModule(address, name);
        },
      },
      createMoveCache(),
    );
    await expect(view.layout(tag)).rejects.toThrow(RangeError);
    fail = false;
    expect(await view.decodeToJson(tag, Uint8Array.of(1))).toEqual({ box: { value: 1 } });
  });
});
