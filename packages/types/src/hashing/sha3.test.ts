import { sha3_256 as portableSha3 } from "@noble/hashes/sha3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToHex } from "../text/hex.ts";
import { findPlatformSha3 } from "./platform-sha3.ts";
import { sha3_256 } from "./sha3.ts";

// FIPS 202 example values, NIST Cryptographic Standards and Guidelines.
const empty = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";
const a3x200 = "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787";

test("the standard's examples", () => {
  expect(bytesToHex(sha3_256())).toBe(empty);
  expect(bytesToHex(sha3_256(new Uint8Array(0)))).toBe(empty);
  expect(bytesToHex(sha3_256(new Uint8Array(200).fill(0xa3)))).toBe(a3x200);
  expect(bytesToHex(sha3_256(new Uint8Array(120).fill(0xa3), new Uint8Array(80).fill(0xa3)))).toBe(a3x200);
});

test("both implementations agree, however the input is cut and wherever it lies", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(600), fc.nat(7), (data, cut, offset) => {
      const view = new Uint8Array(data.length + offset).subarray(offset);
      view.set(data);
      const expected = portableSha3(data);
      expect(sha3_256(view)).toEqual(expected);
      expect(sha3_256(view.subarray(0, cut), view.subarray(cut))).toEqual(expected);
    }),
  );
});

test("a hash is a plain array of its own", () => {
  const hash = sha3_256(new Uint8Array(3));
  expect(Object.getPrototypeOf(hash)).toBe(Uint8Array.prototype);
  expect(hash.buffer.byteLength).toBe(32);
});

describe("the platform's implementation", () => {
  test("is found here", () => {
    expect(findPlatformSha3()).toBeTypeOf("function");
  });

  test.each([
    ["there is no process", {}],
    ["the process gives no modules", { process: {} }],
    ["there is no such module", { process: { getBuiltinModule: () => undefined } }],
    [
      "the algorithm is refused",
      {
        process: {
          getBuiltinModule: () => ({
            hash: () => {
              throw new Error("unsupported");
            },
          }),
        },
      },
    ],
    ["the answer is wrong", { process: { getBuiltinModule: () => ({ hash: () => "\0".repeat(32) }) } }],
  ])("is not used where %s", (_, host) => {
    expect(findPlatformSha3(host)).toBeUndefined();
  });
});
