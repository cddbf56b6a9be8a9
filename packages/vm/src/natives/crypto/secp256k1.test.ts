import { bytesToHex, hexToBytes } from "@ledger/types";
import { secp256k1 as library } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, test } from "vitest";
import * as secp256k1 from "./secp256k1.ts";

const order = library.Point.Fn.ORDER;

function bytes32(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}

describe("recovery", () => {
  // The case that the published framework tests itself with.
  const digest = sha256(new TextEncoder().encode("test aptos secp256k1"));
  const signature = hexToBytes(
    "f7ad936da03f948c14c542020e3c5f4e02aaacd1f20427c11aa6e2fbf8776477646bba0e1a37f9e7c777c423a1d2849baafd7ff6a9930814a43c3f80d59db56f",
  );
  const key =
    "4646ae5047316b4230d0086c8acec687f00b1cd9d1dc634f6cb358ac0a9a8ffffe77b4dd0a4bfb95851f3b7355c781dd60f8418fc8a65d14907aff47c903a559";

  test("finds the key of a published signature", () => {
    expect(bytesToHex(secp256k1.recover(secp256k1.readSignature(signature, 0)!, digest)!)).toBe(key);
    expect(bytesToHex(secp256k1.recover(secp256k1.readSignature(signature, 1)!, digest)!)).not.toBe(key);
  });

  test("a high s is fine: it is the same key from the other point", () => {
    const s = BigInt(`0x${bytesToHex(signature.subarray(32))}`);
    const high = hexToBytes(bytesToHex(signature.subarray(0, 32)) + bytes32(order - s));
    expect(bytesToHex(secp256k1.recover(secp256k1.readSignature(high, 1)!, digest)!)).toBe(key);
  });

  test("numbers of the order or more, other lengths and identifiers are no signature", () => {
    expect(secp256k1.readSignature(hexToBytes(bytes32(order) + bytes32(1n)), 0)).toBeUndefined();
    expect(secp256k1.readSignature(hexToBytes(bytes32(1n) + bytes32(order)), 0)).toBeUndefined();
    expect(secp256k1.readSignature(signature.subarray(1), 0)).toBeUndefined();
    expect(secp256k1.readSignature(signature, 4)).toBeUndefined();
  });

  test.each([
    ["r = 0", 0n, 1n, 0],
    ["s = 0", 1n, 0n, 0],
    ["r that no point has", 5n, 1n, 0],
    ["r + n beyond the field", order - 1n, 1n, 2],
  ])("no key made %s", (_name, r, s, id) => {
    const parsed = secp256k1.readSignature(hexToBytes(bytes32(r) + bytes32(s)), id)!;
    expect(secp256k1.recover(parsed, digest)).toBeUndefined();
  });
});
