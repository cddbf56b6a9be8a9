import { expect, test } from "vitest";
import { findNames } from "./source-names.ts";

const source = `
module 0xcafe::shop {
    /// The shop is closed.
    const ECLOSED: u64 = 1;
    /// It was served
    /// already.
    const EALREADY_SERVED : u64 = 0x10;
    const SEED: vector<u8> = b"E";
    const EOTHER: u8 = 1;

    /// Sells.
    public entry fun sell(customer: &signer) {}
    public fun price<T>(): u64 { 1 }
    entry fun only_entry() {}
    public(friend) fun of_friends() {}
    public inline fun each(f: |u8|u8) {}
    fun hidden() {}
    // public fun commented() {}
}
`;

test("what others may call is found, and the errors with what is said of them", () => {
  expect(findNames(source)).toEqual({
    functions: ["sell", "price", "only_entry", "each"],
    errors: [
      { name: "ECLOSED", code: "1", doc: "The shop is closed." },
      { name: "EALREADY_SERVED", code: "0x10", doc: "It was served already." },
    ],
  });
});

test("a hostile source is read in bounded steps", () => {
  expect(findNames("/// a\n".repeat(200_000))).toEqual({ functions: [], errors: [] });
  expect(findNames(`${"public ".repeat(100_000)}fun f()`)).toEqual({ functions: [], errors: [] });
  expect(findNames("public fun f()\n".repeat(5_000)).functions.length).toBe(1_000);
});
