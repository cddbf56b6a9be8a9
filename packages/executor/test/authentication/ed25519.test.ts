// Node's verifier must say what the chain's rule says, also where implementations of Ed25519 disagree.
import { hexToBytes } from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { expect, test } from "vitest";
import { isSpecialEncoding, verifyEd25519 } from "../../src/authentication/ed25519.ts";
import { createNodeEd25519Verifier, createPooledEd25519Verifier } from "../../src/node/index.ts";

const verify = createNodeEd25519Verifier();
const verifyInPool = createPooledEd25519Verifier();
const message = new TextEncoder().encode("agreement");
const secretKey = new Uint8Array(32).fill(7);
const publicKey = ed25519.getPublicKey(secretKey);
const signature = ed25519.sign(message, secretKey);

/** All encodings of the points of small order: eight canonical ones and six more. */
const smallOrder = [
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "0000000000000000000000000000000000000000000000000000000000000080",
  "0000000000000000000000000000000000000000000000000000000000000000",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "0100000000000000000000000000000000000000000000000000000000000080",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
].map(hexToBytes);

test("a signature verifies, a changed one does not", () => {
  expect(verify(publicKey, message, signature)).toBe(true);
  for (let bit = 0; bit < 512; bit += 5) {
    const changed = signature.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(verify(publicKey, message, changed)).toBe(false);
  }
  expect(verify(publicKey, message.subarray(1), signature)).toBe(false);
});

test("every encoding of a point of small order, and every y that is not below the field's order, is special", () => {
  for (const point of smallOrder) expect(isSpecialEncoding(point)).toBe(true);
  for (let last = 0xed; last <= 0xff; last++) {
    const point = new Uint8Array(32).fill(0xff);
    point[0] = last;
    expect(isSpecialEncoding(point)).toBe(true);
    point[31] = 0x7f;
    expect(isSpecialEncoding(point)).toBe(true);
  }
  expect(isSpecialEncoding(publicKey)).toBe(false);
  expect(isSpecialEncoding(signature.subarray(0, 32))).toBe(false);
});

test("keys and nonce points of small order sign nothing, whatever the equation says", () => {
  const zero = new Uint8Array(32);
  for (const key of smallOrder) {
    for (const nonce of smallOrder) {
      const forged = Uint8Array.from([...nonce, ...zero]);
      expect(verify(key, message, forged)).toBe(false);
      expect(verifyEd25519(key, message, forged)).toBe(false);
    }
  }
});

test("a scalar that is not below the group's order is refused", () => {
  const scalar = ed25519.Point.Fn.ORDER + littleEndian(signature.subarray(32));
  const malleable = signature.slice();
  for (let index = 0, rest = scalar; index < 32; index++, rest >>= 8n) malleable[32 + index] = Number(rest & 0xffn);
  expect(verify(publicKey, message, malleable)).toBe(false);
});

test("random bytes are judged alike", () => {
  for (let round = 0; round < 40; round++) {
    const bytes = (offset: number, length: number) =>
      Uint8Array.from(
        { length },
        (_, index) => (round * 97 + (index + offset) * 151 + ((index * round) ^ 0x5a)) & 0xff,
      );
    const key = bytes(1, 32);
    const candidate = bytes(3, 64);
    candidate[63]! &= 0x0f;
    expect(verify(key, message, candidate)).toBe(verifyEd25519(key, message, candidate));
  }
});

test("the threads of Node say the same as the chain's rule, many at a time", async () => {
  const changed = Array.from({ length: 64 }, (_, byte) => {
    const candidate = signature.slice();
    candidate[byte]! ^= 1;
    return candidate;
  });
  const forged = smallOrder.map((nonce) => Uint8Array.from([...nonce, ...new Uint8Array(32)]));
  const candidates = [signature, ...changed, ...forged, signature.subarray(1)];
  const expected = candidates.map((candidate) => verifyEd25519(publicKey, message, candidate));
  expect(expected.filter(Boolean)).toHaveLength(1);
  const found = await Promise.all(candidates.map((candidate) => verifyInPool(publicKey, message, candidate)));
  expect(found).toEqual(expected);
  expect(await verifyInPool(smallOrder[0]!, message, forged[0]!)).toBe(false);
});

test("bytes of another size are no key and no signature", () => {
  expect(verify(publicKey.subarray(1), message, signature)).toBe(false);
  expect(verify(publicKey, message, signature.subarray(1))).toBe(false);
});

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
