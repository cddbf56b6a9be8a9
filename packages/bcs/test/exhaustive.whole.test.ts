import { describe, expect, test } from "vitest";
import { smallCodecs, tryAllInputs } from "./exhaustive.ts";

describe("every input of up to two bytes is refused, or is what the value encodes to", () => {
  test.each(smallCodecs.map((codec) => [codec.name, codec] as const))("%s", (_name, codec) => {
    let tried = 0;
    for (const length of [0, 1, 2]) {
      const { accepted, refused } = tryAllInputs(codec, length);
      tried += accepted + refused;
    }
    expect(tried).toBe(1 + 0x100 + 0x1_0000);
  });
});
