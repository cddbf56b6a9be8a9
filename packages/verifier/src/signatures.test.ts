import { hexToBytes } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { verifyMultiSignature } from "./signatures.ts";

// Specification, chain types 17.9: published test data of the chain's own implementation.
const keys = [
  "92e201a806af246f805f460fbdc6fc90dd16a18d6accc236e85d3578671d6f6690dde22134d19596c58ce9d63252410a",
  "ab9df801c6f96ade1c0490c938c87d5bcc2e52ccb8768e1b5d14197c5e8bfa562783b96711b702dda411a1a9f08ebbfa",
  "b698c932cf7097d99c17bd6e9c9dc4eeba84278c621700a8f80ec726b1daa11e3ab55fc045b4dbadefbeef05c4182494",
].map(hexToBytes);
const signature = hexToBytes(
  "b523a31813e771e55aa0fc99a48db716ecc1085f9899ccadb64e759ecb481a2fb1cdcc0b266f036695f941361de773081729311f6a1bca9d47393f5359c8c87dc34a91f5dae335590aacbff974076ad1f910dd81750553a72ccbcad3c8cc0f07",
);
const message = new TextEncoder().encode("Hello, Aptoverse!");

describe("a published multi-signature", () => {
  test("is valid for its keys in any order", () => {
    expect(verifyMultiSignature(keys, signature, message)).toBe(true);
    expect(verifyMultiSignature(keys.toReversed(), signature, message)).toBe(true);
  });

  test("is not valid for other keys, messages or bytes", () => {
    expect(verifyMultiSignature(keys.slice(1), signature, message)).toBe(false);
    expect(verifyMultiSignature([], signature, message)).toBe(false);
    expect(verifyMultiSignature(keys, signature, message.subarray(1))).toBe(false);
    expect(verifyMultiSignature(keys, signature.with(95, 1) as Uint8Array, message)).toBe(false);
    expect(verifyMultiSignature(keys, new Uint8Array(96), message)).toBe(false);
    expect(verifyMultiSignature(keys, signature.subarray(1), message)).toBe(false);
    expect(verifyMultiSignature([keys[0]!.with(1, 0) as Uint8Array, ...keys.slice(1)], signature, message)).toBe(false);
    // The point at infinity is a point, and no one's key.
    const infinity = new Uint8Array(48).with(0, 0xc0) as Uint8Array;
    expect(verifyMultiSignature([infinity], new Uint8Array(96).with(0, 0xc0) as Uint8Array, message)).toBe(false);
  });
});
