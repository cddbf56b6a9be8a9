import { expect, test } from "vitest";
import { isIdentifier, parseIdentifier } from "./identifier.ts";

test.each([
  "a",
  "Coin",
  "_m",
  "__",
  "$x",
  "pack$Result$Ok",
  "borrow_mut$Result$0$1",
  "<SELF>",
  "<SELF>_12",
  "x".repeat(255),
])("%j is a name", (name) => {
  expect(isIdentifier(name)).toBe(true);
  expect(parseIdentifier(name)).toBe(name);
});

test.each(["", "_", "$", "1a", "a-b", "a b", "é", "a\n", "<SELF>_", "<SELF", "x".repeat(256)])(
  "%j is no name",
  (name) => {
    expect(isIdentifier(name)).toBe(false);
    expect(() => parseIdentifier(name)).toThrow(expect.objectContaining({ code: "invalid_identifier" }));
  },
);
