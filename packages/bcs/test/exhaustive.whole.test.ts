import { testEffort } from "@ledger/test-run/effort";
import { describe, expect, test } from "vitest";
import { smallCodecs, tryAllInputs } from "./exhaustive.ts";

/** Three-byte inputs take 256 times as long as two-byte inputs, so they are tried only with more effort. */
const longest = testEffort < 10 ? 2 : 3;

describe("every input of up to two bytes is refused, or is what the value encodes to", () => {
  test.each(smallCodecs.map((codec) => [codec.name, codec] as const))("%s", (_name, codec) => {
    const lengths = [0, 1, 2, 3].filter((length) => length <= (codec.fixedSize ?? 0) || length <= 2);
    for (const length of lengths.filter((length) => length <= longest)) {
      const { accepted, refused } = tryAllInputs(codec, length);
      expect(accepted + refused).toBe(0x100 ** length);
    }
  });
});
