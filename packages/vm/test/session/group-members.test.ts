import { u64 } from "@ledger/bcs";
import {
  addressesEqual,
  bytesToHex,
  decodeStateKey,
  formatAddressLong,
  parseAddress,
  parseStructTag,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type StructTag,
} from "@ledger/types";
import { expect, test } from "vitest";
import { changeMembers, encodeMembers, readMembers } from "../../src/session/group-members.ts";
import { ResourceKeys } from "../../src/session/resource-keys.ts";
import { structToTag, TypeTable } from "../../src/type/type-table.ts";

const types = new TypeTable();
// Their BCS is in another order than their texts: the length of a name comes before it.
const tags = ["0x1::m::Zed", "0x1::m::Aardvark", "0x1::m::Middle<u8>", "0x2::a::A"].map((text) => parseStructTag(text));
const typeOf = (tag: StructTag) => types.ofStructTag(tag);

/** Bytes of a group by the codec, which orders the members itself. */
const groupOf = (members: readonly (readonly [StructTag, number])[]) =>
  ResourceGroup.encode(new Map(members.map(([tag, value]) => [tag, u64.encode(BigInt(value))])));

test.each([
  ["changed", [0, 1, 2, 3], [[1, 9]]],
  [
    "new in any place",
    [1, 2],
    [
      [0, 5],
      [3, 6],
    ],
  ],
  ["taken away", [0, 1, 2, 3], [[2, undefined]]],
  [
    "the first ones",
    [],
    [
      [3, 1],
      [1, 2],
      [0, 3],
    ],
  ],
] as const)("members that are %s lie in the order of their BCS", (_, before, changes) => {
  const stored = new Map(before.map((index) => [index as number, 100 + index]));
  const bytes = groupOf([...stored].map(([index, value]) => [tags[index]!, value]));
  const read = readMembers({ bytes });
  const changed = changeMembers(
    read,
    changes.map(([index, value]) => [
      typeOf(tags[index]!),
      value === undefined ? undefined : u64.encode(BigInt(value)),
    ]),
  );
  for (const [index, value] of changes) {
    if (value === undefined) stored.delete(index);
    else stored.set(index, value);
  }
  const wanted = groupOf([...stored].map(([index, value]) => [tags[index]!, value]));
  expect(bytesToHex(encodeMembers(changed))).toBe(bytesToHex(wanted));
  // What was read before is as it was.
  expect(bytesToHex(encodeMembers(read))).toBe(bytesToHex(bytes));
});

test("bytes that are no group do not decode", () => {
  const error = expect.objectContaining({ status: "FAILED_TO_DESERIALIZE_RESOURCE" });
  expect(() => readMembers({ bytes: Uint8Array.of(1, 2) })).toThrow(error);
});

test("keys are those of the address and the struct, however many were asked for", () => {
  const keys = new ResourceKeys();
  const [type, group] = [typeOf(tags[0]!), typeOf(tags[3]!)];
  const address = (index: number) => formatAddressLong(parseAddress(`0x${index.toString(16)}`));
  for (let round = 0; round < 2; round++) {
    for (let index = 1; index < 4_000; index++) {
      const owner = parseAddress(address(index));
      const key = keys.resource(address(index), type);
      if (index % 100 === 1) expect(key).toEqual(resourceKey(owner, structToTag(type)));
      const found = decodeStateKey(keys.group(address(index), group));
      if (found.kind !== "AccessPath" || !addressesEqual(found.value.address, owner)) throw new Error("another key");
    }
  }
  expect(keys.group(address(7), group)).toEqual(resourceGroupKey(parseAddress("0x7"), structToTag(group)));
  expect(keys.resource(address(7), type)).toBe(keys.resource(address(7), type));
});
