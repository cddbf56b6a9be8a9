import { parseStructTag, ResourceGroup, type StructTag, type TypeTag, TypeTag as TypeTagCodec } from "@ledger/types";
import { expect, test } from "vitest";
import { encodeMembers, readMembers } from "../../src/session/group-members.ts";
import { TypeTable, typeToTag } from "../../src/type/type-table.ts";

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
