import { Overlay } from "@ledger/executor";
import { bytesToHex, frameworkKey, hexToBytes } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { withOtherSeed } from "../src/machine/random-seed.ts";

const key = frameworkKey("randomness", "PerBlockRandomness");
/** Epoch 2 and round 7, then an option of a vector: BCS by hand. */
const place = "02000000000000000700000000000000";

describe("the seed that a simulation draws by", () => {
  async function read(value: string): Promise<string> {
    const state = new Overlay();
    state.write({ key, value: hexToBytes(value), metadata: undefined });
    return bytesToHex((await withOtherSeed(state).get(key))!.bytes);
  }

  test("is not that of the block, and another one each time", async () => {
    const seeded = `${place}0120${"ab".repeat(32)}`;
    const [first, second] = [await read(seeded), await read(seeded)];
    for (const other of [first, second]) {
      expect(other).toHaveLength(seeded.length);
      expect(other.startsWith(`${place}0120`)).toBe(true);
      expect(other).not.toBe(seeded);
    }
    expect(first).not.toBe(second);
  });

  test("is none where the block has none, and nothing else is changed", async () => {
    expect(await read(`${place}00`)).toBe(`${place}00`);
    const state = new Overlay();
    expect(await withOtherSeed(state).get(key)).toBeUndefined();
    const other = frameworkKey("timestamp", "CurrentTimeMicroseconds");
    state.write({ key: other, value: Uint8Array.of(1), metadata: undefined });
    expect(await withOtherSeed(state).get(other)).toEqual({ bytes: Uint8Array.of(1) });
  });
});
