import { bytesToHex, hexToBytes } from "@ledger/types";
import { sha512 } from "@noble/hashes/sha2.js";
import { describe, expect, test } from "vitest";
import * as ristretto from "./ristretto255.ts";

describe("points", () => {
  // RFC 9496, appendix A.1.
  test.each([
    [0n, "0000000000000000000000000000000000000000000000000000000000000000"],
    [1n, "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"],
    [2n, "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919"],
    [15n, "e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e"],
  ])("%d times the base point", (scalar, hex) => {
    const point = ristretto.multiply(ristretto.basepoint, scalar);
    expect(bytesToHex(point.toBytes())).toBe(hex);
    expect(ristretto.decompress(hexToBytes(hex))!.equals(point)).toBe(true);
  });

  // RFC 9496, appendix A.2: not canonical, negative, not square, negative product, y = 0.
  test.each([
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "",
  ])("refuses %s", (hex) => {
    expect(ristretto.decompress(hexToBytes(hex))).toBeUndefined();
  });

  // RFC 9496, appendix A.3.
  test("maps uniform bytes", () => {
    const label = new TextEncoder().encode("Ristretto is traditionally a short shot of espresso coffee");
    expect(bytesToHex(ristretto.fromUniformBytes(sha512(label)).toBytes())).toBe(
      "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46",
    );
  });
});

describe("scalars", () => {
  const order = (1n << 252n) + 27742317777372353535851937790883648493n;

  test("only the canonical form is read", () => {
    expect(ristretto.readScalar(ristretto.writeScalar(order - 1n))).toBe(order - 1n);
    expect(ristretto.readScalar(ristretto.writeScalar(order))).toBeUndefined();
    expect(ristretto.readScalar(new Uint8Array(31))).toBeUndefined();
  });

  test("arithmetic is modulo the order", () => {
    const { add, subtract, multiply, negate, invert } = ristretto.scalars;
    expect(add(order - 1n, 2n)).toBe(1n);
    expect(subtract(1n, 2n)).toBe(order - 1n);
    expect(multiply(order - 1n, order - 1n)).toBe(1n);
    expect(negate(0n)).toBe(0n);
    expect(invert(0n)).toBe(0n);
    expect(multiply(invert(12345n), 12345n)).toBe(1n);
  });

  test("wide bytes are reduced", () => {
    expect(ristretto.reduceScalar(new Uint8Array(64).fill(0xff))).toBe(((1n << 512n) - 1n) % order);
  });
});
