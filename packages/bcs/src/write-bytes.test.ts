import { expect, test } from "vitest";
import { string, u16, writeBytes } from "./index.ts";

test("what a function writes comes back, also where one writes inside another or fails", () => {
  const nested = writeBytes((outer) => {
    outer.u8(1);
    outer.bytes(writeBytes((inner) => u16.write(inner, 0x0302)));
    outer.bytes(string.encode("a"));
  });
  expect([...nested]).toEqual([1, 2, 3, 1, 97]);

  const fail = (): unknown =>
    writeBytes((writer) => {
      writer.u8(9);
      throw new RangeError("no such value");
    });
  expect(fail).toThrow(new RangeError("no such value"));
  expect([...writeBytes((writer) => writer.u8(7))]).toEqual([7]);
  expect([...nested]).toEqual([1, 2, 3, 1, 97]);
});
