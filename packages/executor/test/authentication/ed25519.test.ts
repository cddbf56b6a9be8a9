import { hexToBytes } from "@ledger/types";
import { verifyEd25519 } from "@ledger/vm/ed25519";
import { ed25519 } from "@noble/curves/ed25519.js";
import { expect, test } from "vitest";
import { createPooledEd25519Verifier } from "../../src/node/index.ts";

const verifyInPool = createPooledEd25519Verifier();
const message = new TextEncoder().encode("agreement");
const secretKey = new Uint8Array(32).fill(7);
const publicKey = ed25519.getPublicKey(secretKey);
const signature = ed25519.sign(message, secretKey);

/** Encodings of points of small order. */
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
