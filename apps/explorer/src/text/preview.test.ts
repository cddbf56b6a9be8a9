import { expect, test } from "vitest";
import { previewOf } from "./preview.ts";

test.each([
  ["7", "7"],
  ["620000", "620,000"],
  ["0x620000", "0x620000"],
  [true, "true"],
  [null, ""],
  [[], "0 items"],
  [["a"], "1 item"],
  [{ counter: 0, number: 12 }, "counter 0, number 12"],
  [{ a: { b: 1 }, c: [], d: "tea", e: 1, f: 2, g: 3 }, "d tea, e 1, f 2"],
  [{ owner: `0x${"ab".repeat(32)}` }, "owner 0xabababab…abab"],
  [{ text: "x".repeat(25) }, `text ${"x".repeat(24)}…`],
  [{ dummy_field: false }, ""],
  [{ __variant__: "V2", by: "0x1", after_secs: 1 }, "V2: by 0x1, after_secs 1"],
  [{ __variant__: "Open" }, "Open"],
])("previews %j", (value, text) => {
  expect(previewOf(value)).toBe(text);
});
