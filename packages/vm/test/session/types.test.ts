import { parseStructTag, ResourceGroup, StructTag, type TypeTag, TypeTag as TypeTagCodec } from "@ledger/types";
import { expect, test } from "vitest";
import { encodeMembers, readMembers } from "../../src/session/group-members.ts";
import { structToTag, TypeTable, typeToTag } from "../../src/type/type-table.ts";

/** Abilities as a tag from outside may have them, where one byte holds four bits that mean something. */
const abilitySets = [0x11, 0x01, 0x10, 0x20, 0x00, 0x21, 0xff, 0x0f];
const functionOf = (abilities: number): TypeTag => ({ kind: "Function", value: { args: [], results: [], abilities } });
const structOf = (abilities: number): StructTag => ({
  ...parseStructTag("0x1::m::S"),
  typeArgs: [functionOf(abilities)],
});

test("a type is that of its own tag, whatever tags came before: no request makes another one's types", () => {
  const types = new TypeTable();
  const made = abilitySets.map((abilities) => types.ofStructTag(structOf(abilities)));
  expect(new Set(made).size).toBe(abilitySets.length);
  for (const [index, abilities] of abilitySets.entries()) {
    const tag: TypeTag = { kind: "Struct", value: structOf(abilities) };
    expect(TypeTagCodec.encode(typeToTag(made[index]!))).toEqual(TypeTagCodec.encode(tag));
  }
});

test("a name that looks like an instance of a struct, or like several types, is not taken for them", () => {
  const types = new TypeTable();
  const framework = (module: string, name: string, typeArgs: readonly TypeTag[] = []): StructTag => ({
    ...parseStructTag("0x1::m::S"),
    ...{ module, name, typeArgs },
  });
  const forged = [
    framework("m", "S<u8>"),
    framework("m::S<u8>, 0x1::m", "S<u8>"),
    framework("m", "S", [{ kind: "Struct", value: framework("m", "A, 0x1::m::B") }]),
    framework("m", '["m","S<u8>"]'),
  ].map((tag) => types.ofStructTag(tag));
  const real = ["0x1::m::S<u8>", "0x1::m::S<0x1::m::A, 0x1::m::B>"].map((text) => parseStructTag(text));
  for (const tag of real) {
    const type = types.ofStructTag(tag);
    expect(forged).not.toContain(type);
    expect(StructTag.encode(structToTag(type))).toEqual(StructTag.encode(tag));
  }
  expect(new Set(forged).size).toBe(forged.length);
});

test("a table is full of a few types with long names", () => {
  const types = new TypeTable();
  for (let i = 0; i < 3; i++) {
    expect(types.isFull).toBe(false);
    types.ofStructTag({ ...parseStructTag("0x1::m::S"), name: `${i}`.padEnd(12_000_000, "x") });
  }
  expect(types.isFull).toBe(true);
});

test("members of a group whose tags differ in nothing else are two, by the texts of their types", () => {
  const types = new TypeTable();
  const tags = [structOf(0x01), structOf(0x11)];
  const bytes = ResourceGroup.encode(new Map(tags.map((tag, index) => [tag, Uint8Array.of(index)])));
  const members = readMembers({ bytes });
  expect(tags.map((tag) => members.get(types.ofStructTag(tag).text)?.bytes)).toEqual([
    Uint8Array.of(0),
    Uint8Array.of(1),
  ]);
  expect(encodeMembers(members)).toEqual(bytes);
});
