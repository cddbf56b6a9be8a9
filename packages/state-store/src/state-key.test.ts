import { AccessPath, type Address, compareBytes } from "@ledger/types";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prefixEnd, startsWith } from "./bytes.ts";
import { isPathKind, skipToPathKind } from "./state-key.ts";

const name = new TextEncoder().encode("account");

function accountKey(address: number, kind: number, rest: Uint8Array): Uint8Array {
  const path = { address: new Uint8Array(32).fill(address) as Address, path: Uint8Array.of(kind, ...rest) };
  return Uint8Array.of(0, ...AccessPath.encode(path));
}

describe("the kind of a state key", () => {
  test("is the first byte of an account key's path", () => {
    const kinds = [0, 1, 2].map((kind) => accountKey(1, kind, name));
    expect(kinds.map((key) => isPathKind(key, "code"))).toEqual([true, false, false]);
    expect(kinds.map((key) => isPathKind(key, "resource"))).toEqual([false, true, false]);
    expect(kinds.map((key) => isPathKind(key, "resource_group"))).toEqual([false, false, true]);
  });
  test("lies after a length of two bytes, too", () => {
    expect(isPathKind(accountKey(1, 2, new Uint8Array(200)), "resource_group")).toBe(true);
  });
  test("is none for other and for short keys", () => {
    for (const key of [
      Uint8Array.of(1, ...new Uint8Array(40)),
      Uint8Array.of(0),
      new Uint8Array(33),
      new Uint8Array(34),
    ]) {
      expect(isPathKind(key, "code")).toBe(false);
    }
  });
});

test("skipping never passes a key of the kind", () => {
  const key = fc.record({
    address: fc.integer({ min: 0, max: 1 }),
    kind: fc.constantFrom(0, 1, 2, 255),
    length: fc.constantFrom(0, 1, 2, 126, 127, 128),
  });
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 30 }),
      fc.constantFrom("code", "resource", "resource_group"),
      (specs, kind) => {
        const all = specs
          .map(({ address, kind: byte, length }) => accountKey(address, byte, new Uint8Array(length)))
          .sort(compareBytes);
        for (const [i, from] of all.entries()) {
          if (isPathKind(from, kind as "code")) continue;
          const target = skipToPathKind(from, kind as "code");
          expect(target === undefined || compareBytes(target, from) > 0).toBe(true);
          const next = all.slice(i + 1).find((later) => isPathKind(later, kind as "code"));
          if (next !== undefined) expect(compareBytes(target!, next)).toBeLessThanOrEqual(0);
        }
      },
    ),
  );
});

test("the end of a prefix is the first string after it", () => {
  expect(prefixEnd(Uint8Array.of(1, 2))).toEqual(Uint8Array.of(1, 3));
  expect(prefixEnd(Uint8Array.of(1, 255, 255))).toEqual(Uint8Array.of(2));
  expect(prefixEnd(Uint8Array.of(255))).toBeUndefined();
  expect(prefixEnd(new Uint8Array(0))).toBeUndefined();
  expect(startsWith(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3))).toBe(false);
});
