import { expect, test } from "vitest";
import { findFunctions } from "./source-text.ts";

const source = `
module 0xcafe::shop {
    // fun commented(a: u8) {}
    /* fun hidden(b: u8) {} */
    const NAME: vector<u8> = b"fun quoted(c: u8) /*";

    /// Sells a cup.
    ///
    /// Twice a day.
    #[view]
    public entry fun sell<Coin, phantom Kind: store + drop>(
        customer: &signer, // who pays
        cups: vector<vector<u64>>,
        mut price: u64,
        check: |u64, u64|bool has drop,
        note: Option<0x1::string::String>
    ) acquires Shop { helper(1) }

    fun helper(_: u64): (u64, bool) { (1, true) }
    native fun no_parameters(): u64;
    public inline fun fold(f: |u8|u8) { f(1); }
}
`;

test("functions are found with the names of their parameters", () => {
  const found = findFunctions(source);
  expect([...found.keys()]).toEqual(["sell", "helper", "no_parameters", "fold"]);
  expect(found.get("sell")?.parameters).toEqual(["customer", "cups", "price", "check", "note"]);
  expect(found.get("sell")?.typeParameters).toEqual(["Coin", "Kind"]);
  expect(found.get("helper")?.parameters).toEqual(["_"]);
  expect(found.get("no_parameters")?.parameters).toEqual([]);
  expect(found.get("fold")?.parameters).toEqual(["f"]);
});

test("the comment above a function is its documentation, attributes may stand between", () => {
  const found = findFunctions(source);
  expect(found.get("sell")?.doc).toBe("Sells a cup.\n\nTwice a day.");
  expect(found.get("helper")?.doc).toBeUndefined();
});

test("the line breaks of a comment's source are not its paragraphs", () => {
  const found = findFunctions(`
    /// Sends coins to an account that may not be
    /// registered to
    /// receive.
    ///
    /// - first
    /// - second, in
    ///   two lines
    fun f() {}`);
  expect(found.get("f")?.doc).toBe(
    "Sends coins to an account that may not be registered to receive.\n\n- first\n- second, in two lines",
  );
});

test("a source that ends in the middle of anything is read as far as it goes", () => {
  for (const broken of ["fun f(a: u8", "fun f<T", "/* fun f()", '"fun f()', "fun", "/// doc\nfun f(a: u8) {"]) {
    expect(() => findFunctions(broken)).not.toThrow();
  }
  expect(findFunctions("/// doc\nfun f(a: u8) {").get("f")).toEqual({
    parameters: ["a"],
    typeParameters: [],
    doc: "doc",
  });
});

test("a hostile source is read in bounded steps", () => {
  expect(findFunctions("/*".repeat(200_000)).size).toBe(0);
  expect(findFunctions("fun f(".repeat(100_000)).size).toBe(0);
  expect(findFunctions("fun f<".repeat(100_000)).size).toBe(0);
  const many = Array.from({ length: 5_000 }, (_, i) => `fun f${i}() {}`).join("\n");
  expect(findFunctions(many).size).toBe(1_000);
  const doc = findFunctions(`${"///\n".repeat(50_000)}fun f() {}`).get("f");
  expect(doc?.parameters).toEqual([]);
});
