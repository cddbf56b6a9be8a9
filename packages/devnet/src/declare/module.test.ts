import { describe, expect, test } from "vitest";
import { parseModule } from "./module.ts";

describe("parseModule", () => {
  test("reads what a module declares, in order", () => {
    const spec = parseModule(`
      // Not part of anything.
      module 0xcafe::shop {
        friend 0x1::coin;
        /// The shop is
        /// closed.
        const ECLOSED: u64 = 7;
        #[resource_group(scope = global)]
        struct Group {}
        #[resource_group_member(group = 0x1::object::ObjectGroup)]
        struct Cup<phantom Kind: store, T> has key, store { owner: address, content: vector<T>, kind: coin::Coin<Kind> }
        #[event]
        enum Drink has copy, drop { Tea(u16, bool), Latte { size: u8 }, Water }
        #[view] public fun price(drink: &Drink): (u64, &mut Drink);
        native friend fun pour<T: copy + drop>(cup: Cup<T, T>);
        entry fun close(keeper: &signer);
      }`);
    expect(spec).toEqual({
      address: "0xcafe",
      name: "shop",
      friends: ["0x1::coin"],
      errors: [{ code: 7, name: "ECLOSED", description: "The shop is closed." }],
      structs: [
        { name: "Group", typeParams: [], abilities: [], attributes: [{ resourceGroup: "global" }] },
        {
          name: "Cup",
          typeParams: [
            { phantom: true, constraints: ["store"] },
            { phantom: false, constraints: [] },
          ],
          abilities: ["key", "store"],
          attributes: [{ resourceGroupMember: "0x1::object::ObjectGroup" }],
          fields: [
            { name: "owner", type: "address" },
            { name: "content", type: "vector<T1>" },
            { name: "kind", type: "0xcafe::coin::Coin<T0>" },
          ],
        },
        {
          name: "Drink",
          typeParams: [],
          abilities: ["copy", "drop"],
          attributes: ["event"],
          variants: [
            {
              name: "Tea",
              fields: [
                { name: "_0", type: "u16" },
                { name: "_1", type: "bool" },
              ],
            },
            { name: "Latte", fields: [{ name: "size", type: "u8" }] },
            { name: "Water" },
          ],
        },
      ],
      functions: [
        {
          name: "price",
          visibility: "public",
          entry: false,
          view: true,
          native: false,
          typeParams: [],
          params: ["&0xcafe::shop::Drink"],
          returns: ["u64", "&mut 0xcafe::shop::Drink"],
        },
        {
          name: "pour",
          visibility: "friend",
          entry: false,
          view: false,
          native: true,
          typeParams: [{ phantom: false, constraints: ["copy", "drop"] }],
          params: ["0xcafe::shop::Cup<T0, T0>"],
          returns: [],
        },
        {
          name: "close",
          visibility: "private",
          entry: true,
          view: false,
          native: false,
          typeParams: [],
          params: ["&signer"],
          returns: [],
        },
      ],
    });
  });

  test.each([
    ["an unknown character", "module 0x1::m { ? }"],
    ["an end before the brace", "module 0x1::m {"],
    ["a missing token", "module 0x1 m {}"],
    ["an unknown attribute", "module 0x1::m { #[test] struct S {} }"],
    ["an unknown ability", "module 0x1::m { struct S has fly {} }"],
    ["an unknown scope", "module 0x1::m { #[resource_group(scope = moon)] struct S {} }"],
    ["two fields without a comma", "module 0x1::m { struct S { a: u8 b: u8 } }"],
  ])("refuses %s", (_, text) => {
    expect(() => parseModule(text)).toThrow(expect.objectContaining({ code: "invalid_definition" }));
  });
});
