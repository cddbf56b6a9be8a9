import { describe, expect, test } from "vitest";
import { concatBytes } from "../../text/bytes.ts";
import {
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  encodeMultiEd25519PublicKey,
  encodeMultiEd25519Signature,
} from "./multi-ed25519.ts";

const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
const signatures = [4, 5].map((byte) => new Uint8Array(64).fill(byte));

function publicKey(count: number, threshold: number): Uint8Array {
  return concatBytes(new Uint8Array(count * 32), Uint8Array.of(threshold));
}

function signature(count: number, ...bitmap: number[]): Uint8Array {
  return concatBytes(new Uint8Array(count * 64), Uint8Array.from(bitmap));
}

describe("multi-ed25519", () => {
  test("keys are followed by their threshold", () => {
    const bytes = concatBytes(...keys, Uint8Array.of(2));
    expect(decodeMultiEd25519PublicKey(bytes)).toEqual({ publicKeys: keys, threshold: 2 });
    expect(encodeMultiEd25519PublicKey({ publicKeys: keys, threshold: 2 })).toEqual(bytes);
  });

  test("signatures are followed by the bitmap of their keys", () => {
    const bitmap = Uint8Array.of(0xa0, 0, 0, 0);
    const bytes = concatBytes(...signatures, bitmap);
    expect(decodeMultiEd25519Signature(bytes)).toEqual({ signatures, bitmap });
    expect(encodeMultiEd25519Signature({ signatures, bitmap })).toEqual(bytes);
  });

  test.each([
    ["no bytes", new Uint8Array(0)],
    ["a threshold alone", publicKey(0, 1)],
    ["half a key", new Uint8Array(49)],
    ["33 keys", publicKey(33, 1)],
    ["a threshold of none", publicKey(2, 0)],
    ["a threshold above the keys", publicKey(2, 3)],
  ])("%s is refused as a key", (_, bytes) => {
    expect(() => decodeMultiEd25519PublicKey(bytes)).toThrow(
      expect.objectContaining({ code: "invalid_multi_ed25519" }),
    );
  });

  test.each([
    ["a bitmap alone", signature(0, 0, 0, 0, 0)],
    ["a short bitmap", signature(1, 0x80, 0, 0)],
    ["fewer signatures than bits", signature(1, 0xc0, 0, 0, 0)],
    ["more signatures than bits", signature(2, 0x80, 0, 0, 0)],
  ])("%s is refused as a signature", (_, bytes) => {
    expect(() => decodeMultiEd25519Signature(bytes)).toThrow(
      expect.objectContaining({ code: "invalid_multi_ed25519" }),
    );
  });
});
