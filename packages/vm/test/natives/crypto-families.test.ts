import { expect, test } from "vitest";
import { cryptoFamilies } from "../../src/natives/crypto-natives.ts";

test("families that are loaded when they are reached list the natives that they bring, and no others", async () => {
  for (const { natives, load } of cryptoFamilies) {
    expect(Object.keys(natives).toSorted()).toEqual(Object.keys(await load()).toSorted());
  }
});
