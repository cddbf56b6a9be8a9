import { hexToBytes } from "@ledger/types";
import { ed25519 as library } from "@noble/curves/ed25519.js";
import { describe, expect, test } from "vitest";
import * as ed25519 from "./ed25519.ts";
import * as multi from "./multi-ed25519.ts";

function verify(signature: Uint8Array, key: Uint8Array, message: Uint8Array): boolean {
  const parsed = ed25519.readSignature(signature);
  return parsed !== undefined && ed25519.verifyStrict(parsed, ed25519.readPublicKey(key)!, message);
}

describe("strict verification", () => {
  // RFC 8032 §7.1, test 3.
  const key = hexToBytes("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
  const signature = hexToBytes(
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  );

  test("takes a signature of the standard", () => {
    expect(verify(signature, key, hexToBytes("af82"))).toBe(true);
    expect(verify(signature, key, hexToBytes("af83"))).toBe(false);
  });

  // Cases of "Taming the many EdDSAs" (ed25519-speccheck); the strict verifier of the same family takes only the fourth.
  test.each([
    [
      "small A and R, S = 0",
      "8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a0000000000000000000000000000000000000000000000000000000000000000",
      false,
    ],
    [
      "small A, mixed R",
      "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04",
      false,
    ],
    [
      "mixed A, small R",
      "aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab",
      "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e",
      false,
    ],
    [
      "mixed A and R, right without cofactor",
      "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
      "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
      "9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009",
      true,
    ],
    [
      "mixed A and R, right only with cofactor",
      "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c",
      "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d",
      "160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed5125ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09",
      false,
    ],
    [
      "S above the order",
      "85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40",
      "442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623",
      "e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514",
      false,
    ],
    [
      "small R, not canonical",
      "84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1",
      "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09",
      false,
    ],
  ])("%s", (_name, message, publicKey, bytes, expected) => {
    expect(verify(hexToBytes(bytes), hexToBytes(publicKey), hexToBytes(message))).toBe(expected);
  });
});

describe("public keys", () => {
  test("a y above the modulus is reduced, and the sign of x = 0 ignored", () => {
    // y = p + 1 is the identity, a point of small order; with the sign bit RFC 8032 would refuse it twice over.
    const key = ed25519.readPublicKey(hexToBytes(`ee${"ff".repeat(31)}`));
    expect(key?.point.is0()).toBe(true);
    expect(ed25519.isSmallOrder(key!)).toBe(true);
  });

  test("a y that no point has, and another length, are no keys", () => {
    expect(ed25519.readPublicKey(hexToBytes(`02${"00".repeat(31)}`))).toBeUndefined();
    expect(ed25519.readPublicKey(new Uint8Array(33))).toBeUndefined();
  });
});

describe("several keys", () => {
  const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
  const message = Uint8Array.of(1, 2, 3);
  const keys = Uint8Array.from([...secrets.flatMap((secret) => [...library.getPublicKey(secret)]), 2]);
  const group = multi.readPublicKey(keys)!;

  function sign(positions: readonly number[], bitmap: readonly number[]): Uint8Array {
    return Uint8Array.from([
      ...positions.flatMap((position) => [...library.sign(message, secrets[position]!)]),
      ...bitmap,
    ]);
  }

  test.each([
    ["keys 0 and 2", [0, 2], [0xa0, 0, 0, 0], true],
    ["all keys", [0, 1, 2], [0xe0, 0, 0, 0], true],
    ["fewer than the threshold", [0], [0x80, 0, 0, 0], false],
    ["a signature at another key's place", [0, 1], [0xa0, 0, 0, 0], false],
    ["a bit beyond the keys", [0, 2], [0x90, 0, 0, 0], false],
  ])("%s", (_name, positions, bitmap, expected) => {
    expect(multi.verifyStrict(multi.readSignature(sign(positions, bitmap))!, group, message)).toBe(expected);
  });

  test("a bitmap with another number of bits, or another length, is no signature", () => {
    expect(multi.readSignature(sign([0, 2], [0x80, 0, 0, 0]))).toBeUndefined();
    expect(multi.readSignature(sign([0], [0x80, 0, 0]))).toBeUndefined();
    expect(multi.readSignature(Uint8Array.of(0x80, 0, 0, 0))).toBeUndefined();
  });

  test("the threshold lies between 1 and the number of keys", () => {
    for (const threshold of [0, 4]) {
      expect(multi.readPublicKey(Uint8Array.from([...keys.subarray(0, 96), threshold]))).toBeUndefined();
    }
    expect(multi.readPublicKey(keys.subarray(0, 96))).toBeUndefined();
  });
});
