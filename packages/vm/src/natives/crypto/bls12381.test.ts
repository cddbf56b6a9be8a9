import { bytesToHex, hexToBytes } from "@ledger/types";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { describe, expect, test } from "vitest";
import * as bls from "./bls12381.ts";

// Published vectors of the proof-of-possession suite (ethereum/bls12-381-tests, sign_case_11b8c7cad5238946).
const secret = hexToBytes("47b8192d77bf871b62e87859d653922725724a5c031afeabc60bcef5ff665138");
const message = new Uint8Array(32);
const key = bls12_381.longSignatures.getPublicKey(secret).toBytes(true);
const signature = hexToBytes(
  "b23c46be3a001c63ca711f87a005c200cc550b9429d5f4eb38d74322144f1b63926da3388979e5321012fb1a0526bcd100b5ef5fe72628ce4cd5e904aeaa3279527843fae5ca9ca675f4f51ed8f83bbf7155da9ecc9663100a885d5dc6df96d9",
);

function verify(signatureBytes: Uint8Array, keyBytes: Uint8Array, text: Uint8Array): boolean {
  return bls.verify(bls.readSignature(signatureBytes)!, [bls.readPublicKey(keyBytes)!], [text]);
}

describe("signatures", () => {
  test("a published signature verifies, also over nothing else", () => {
    expect(verify(signature, key, message)).toBe(true);
    expect(verify(signature, key, Uint8Array.of(1))).toBe(false);
  });
});

describe("points", () => {
  const g1 = bls12_381.G1.Point;
  const infinity = hexToBytes(`c0${"00".repeat(47)}`);

  test("uncompressed points are read too", () => {
    const bytes = g1.BASE.toBytes(false);
    expect(bytes).toHaveLength(96);
    expect(bls.readPublicKey(bytes)!.equals(g1.BASE)).toBe(true);
  });

  test("infinity is a point of no group and never verifies", () => {
    const point = bls.readPublicKey(infinity)!;
    expect(bls.isInGroup(point)).toBe(false);
    expect(bls.verify(bls.readSignature(signature)!, [point], [message])).toBe(false);
    expect(bytesToHex(bls.aggregatePublicKeys([bls.readPublicKey(key)!, bls.readPublicKey(key)!.negate()]))).toBe(
      bytesToHex(infinity),
    );
  });

  test.each([
    ["no bytes", ""],
    ["half a point", "80"],
    [
      "x of the modulus or more",
      `9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab`,
    ],
    ["infinity with a sign", `e0${"00".repeat(47)}`],
    ["infinity with a coordinate", `c0${"00".repeat(46)}01`],
    ["x that no point has", `80${"00".repeat(46)}01`],
    ["x = 0, a point of order three", `80${"00".repeat(47)}`],
    ["uncompressed, sign set", `20${"00".repeat(95)}`],
    ["uncompressed, not of the curve", "00".repeat(96)],
  ])("refuses %s", (_name, hex) => {
    expect(bls.readPublicKey(hexToBytes(hex))).toBeUndefined();
  });

  test("a point outside of the group is read, does not pass the check, and adds nothing to a pairing", () => {
    // The first x above 1 that a point has; the group is a tiny part of the curve.
    let outside: bls.PublicKey | undefined;
    for (let x = 4; outside === undefined; x++) {
      outside = bls.readPublicKey(hexToBytes(`80${"00".repeat(46)}${x.toString(16).padStart(2, "0")}`));
    }
    expect(bls.isInGroup(outside)).toBe(false);
    const torsion = outside.multiplyUnsafe(bls12_381.fields.Fr.ORDER - 1n).add(outside);
    expect(torsion.is0()).toBe(false);
    const shifted = bls.readPublicKey(key)!.add(torsion);
    expect(bls.isInGroup(shifted)).toBe(false);
    expect(bls.verify(bls.readSignature(signature)!, [shifted], [message])).toBe(true);
  });
});

describe("aggregates and possession", () => {
  const scheme = bls12_381.longSignatures;
  const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
  const keys = secrets.map((one) => scheme.getPublicKey(one).toBytes(true));

  test("signatures over one message add up to one of the added keys", () => {
    const point = scheme.hash(message, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_");
    const sum = bls.aggregateSignatures(
      secrets.map(
        (one) => bls.readSignature(bls12_381.G2.Point.fromAffine(scheme.sign(point, one).toAffine()).toBytes(true))!,
      ),
    );
    const group = bls.aggregatePublicKeys(keys.map((one) => bls.readPublicKey(one)!));
    expect(group).toEqual(scheme.aggregatePublicKeys(keys).toBytes(true));
    expect(verify(sum, group, message)).toBe(true);
  });

  test("signatures over several messages add up", () => {
    const messages = secrets.map((_one, index) => Uint8Array.of(index));
    const sum = bls.aggregateSignatures(
      secrets.map(
        (one, index) =>
          bls.readSignature(
            scheme
              .sign(scheme.hash(messages[index]!, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"), one)
              .toBytes(true),
          )!,
      ),
    );
    const points = keys.map((one) => bls.readPublicKey(one)!);
    const aggregated = bls.readSignature(sum)!;
    expect(bls.verify(aggregated, points, messages)).toBe(true);
    expect(bls.verify(aggregated, points, [...messages].reverse())).toBe(false);
    expect(bls.verify(aggregated, [], [])).toBe(false);
  });

  test("possession is proved over the key in a domain of its own", () => {
    const proof = scheme.sign(scheme.hash(key, "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"), secret).toBytes(true);
    const wrong = scheme.sign(scheme.hash(key, "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"), secret).toBytes(true);
    const point = bls.readPublicKey(key)!;
    expect(bls.verifyPossession(bls.readSignature(proof)!, point)).toBe(true);
    expect(bls.verifyPossession(bls.readSignature(wrong)!, point)).toBe(false);
  });
});
