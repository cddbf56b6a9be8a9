import { expect, test } from "vitest";
import { quoteCharacter, quoteText } from "./quote.ts";

test("text from outside is quoted only while it is short and printable", () => {
  expect(quoteText("0x1::coin")).toBe('"0x1::coin"');
  expect(quoteText("x".repeat(256))).toBe(`"${"x".repeat(256)}"`);
  expect(quoteText("x".repeat(257))).toBe("(257 characters)");
  expect(quoteText("line\nbreak")).toBe("(10 characters)");
  expect(quoteText("\u202e")).toBe("(1 characters)");
});

test("one character is quoted, or named by its code point", () => {
  expect(quoteCharacter("abc", 1)).toBe("'b'");
  expect(quoteCharacter("\u{1f600}", 0)).toBe("U+1F600");
  expect(quoteCharacter("\u0000", 0)).toBe("U+0000");
  expect(quoteCharacter("a", 1)).toBe("the end of the text");
});
