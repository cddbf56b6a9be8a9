import { expect, test } from "vitest";
import { formatPlace, type Place, parsePlace } from "./route.ts";

const places: readonly (readonly [string, Place])[] = [
  ["#/", { route: { view: "overview" } }],
  ["#/?at=7", { route: { view: "overview" }, at: "7" }],
  ["#/transactions?start=20", { route: { view: "transactions", start: "20" } }],
  ["#/transaction/0xab", { route: { view: "transaction", id: "0xab" } }],
  ["#/block/3", { route: { view: "block", height: "3" } }],
  ["#/block?at=9", { route: { view: "block" }, at: "9" }],
  ["#/execution", { route: { view: "execution" } }],
  ["#/execution/7", { route: { view: "execution", version: "7" } }],
  ["#/account/0x1", { route: { view: "account", address: "0x1", tab: "balances" } }],
  [
    "#/account/0x1?asset=0x1::a::B%3CC%2C+D%3E",
    { route: { view: "account", address: "0x1", tab: "balances", asset: "0x1::a::B<C, D>" } },
  ],
  ["#/account/0x1/modules?at=5", { route: { view: "account", address: "0x1", tab: "modules" }, at: "5" }],
  ["#/account/0x1/module/coin/Coin", { route: { view: "module", address: "0x1", name: "coin", item: "Coin" } }],
  [
    "#/table/0xab?key_type=u64&value_type=bool",
    { route: { view: "table", handle: "0xab", keyType: "u64", valueType: "bool" } },
  ],
  ["#/table/0xab?raw_key=0x01", { route: { view: "table", handle: "0xab", rawKey: "0x01" } }],
  ["#/events?type=0x1::a::B&account=0x1", { route: { view: "events", type: "0x1::a::B", account: "0x1" } }],
  ["#/signing?function=0x1::a::b", { route: { view: "signing", function: "0x1::a::b" } }],
  ["#/reference/get_account", { route: { view: "reference", operation: "get_account" } }],
  ["#/reference/schema/U64", { route: { view: "schema", name: "U64" } }],
];

test.each(places)("%s names a place, and the place names it", (address, place) => {
  expect(parsePlace(address)).toEqual(place);
  expect(formatPlace(place)).toBe(address);
});

test("addresses of nothing are not the overview", () => {
  for (const address of ["#/nothing", "#/account", "#/account/0x1/nothing", "#/account/%E0%A4%A"]) {
    expect(parsePlace(address).route).toEqual({ view: "unknown" });
  }
  expect(parsePlace("").route).toEqual({ view: "overview" });
});

test("what a reader types cannot leave its place in the address", () => {
  const route = { view: "account", address: "../?at=1#/x", tab: "balances" } as const;
  expect(parsePlace(formatPlace({ route })).route).toEqual(route);
});
