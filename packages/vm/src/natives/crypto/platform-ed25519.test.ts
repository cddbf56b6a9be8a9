// The runtime's verifier must say what the chain's rule says, also where implementations of Ed25519 disagree.
import { hexToBytes } from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { expect, test } from "vitest";
import {
  isSpecialEncoding,
  readPublicKey,
  readSignature,
  verifyEd25519,
  verifyPoints,
  verifyStrict,
} from "./ed25519.ts";
import { findPlatformEd25519 } from "./platform-ed25519.ts";

const message = new TextEncoder().encode("agreement");
const secretKey = new Uint8Array(32).fill(7);
const publicKey = ed25519.getPublicKey(secretKey);
const signature = ed25519.sign(message, secretKey);

/** The verdicts of the ways to verify. */
function verdicts(key: Uint8Array, signed: Uint8Array, candidate: Uint8Array): boolean[] {
  const [point, read] = [readPublicKey(key), readSignature(candidate)];
  const byParts = point !== undefined && read !== undefined;
  return [
    verifyEd25519(key, signed, candidate),
    byParts && verifyStrict(read, point, signed),
    byParts && verifyPoints(read, point, signed),
  ];
}

const all = [true, true, true];
const none = [false, false, false];

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

test("Node has a verifier, and a page has none", () => {
  expect(findPlatformEd25519()?.(publicKey, message, signature)).toBe(true);
  expect(findPlatformEd25519({})).toBeUndefined();
  expect(findPlatformEd25519({ process: { getBuiltinModule: () => undefined } })).toBeUndefined();
});

test("a signature verifies, a changed one does not", () => {
  expect(verdicts(publicKey, message, signature)).toEqual(all);
  for (let bit = 0; bit < 512; bit += 15) {
    const changed = signature.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(verdicts(publicKey, message, changed)).toEqual(none);
  }
  expect(verdicts(publicKey, message.subarray(1), signature)).toEqual(none);
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
      expect(verdicts(key, message, Uint8Array.from([...nonce, ...zero]))).toEqual(none);
    }
  }
});

test("a scalar that is not below the group's order is refused", () => {
  const scalar = ed25519.Point.Fn.ORDER + littleEndian(signature.subarray(32));
  const malleable = signature.slice();
  for (let index = 0, rest = scalar; index < 32; index++, rest >>= 8n) malleable[32 + index] = Number(rest & 0xffn);
  expect(verdicts(publicKey, message, malleable)).toEqual(none);
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
    expect(new Set(verdicts(key, message, candidate)).size).toBe(1);
  }
});

test("bytes of another size are no key and no signature", () => {
  expect(verifyEd25519(publicKey.subarray(1), message, signature)).toBe(false);
  expect(verifyEd25519(publicKey, message, signature.subarray(1))).toBe(false);
});

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
