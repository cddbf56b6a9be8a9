import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Address,
  addressesEqual,
  bytesToAddress,
  formatAddress,
  formatAddressLong,
  isAddress,
  parseAddress,
} from "./address.ts";

describe("addresses", () => {
  test("print short, without leading zeros", () => {
    expect(formatAddress(parseAddress("0x0"))).toBe("0x0");
    expect(formatAddress(parseAddress("0x00000000000a"))).toBe("0xa");
    expect(formatAddress(parseAddress("0x10"))).toBe("0x10");
    expect(formatAddress(parseAddress(`0x0${"f".repeat(63)}`))).toBe(`0x${"f".repeat(63)}`);
    expect(formatAddressLong(parseAddress("a1"))).toBe(`0x${"0".repeat(62)}a1`);
  });

  test.each([
    ["", undefined, "too short"],
    ["0x", undefined, "too short"],
    ["0".repeat(65), undefined, "65"],
    ["xyz", 61, "'x' at position 61"],
    ["00x1", 62, "'x' at position 62"],
    ["0X1", 62, "'X' at position 62"],
    ["0x-1", 62, "'-' at position 62"],
    ["0x1 ", 63, "' ' at position 63"],
    ["0x1é", 63, "U+00E9 at position 63"],
  ])("refuses %j, naming the position in the padded text", (text, position, fault) => {
    const refusal = { code: "invalid_address", position, message: expect.stringContaining(fault) };
    expect(() => parseAddress(text)).toThrow(expect.objectContaining(refusal));
  });

  test("are 32 bytes in BCS, and a decoded one is a view", () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, i) => i);
    const address = Address.decode(bytes);
    expect(address.buffer).toBe(bytes.buffer);
    expect(Address.encode(address)).toEqual(bytes);
    expect(Address.fixedSize).toBe(32);
    expect(() => Address.decode(bytes.subarray(1))).toThrow(expect.objectContaining({ code: "unexpected_end" }));
  });

  test("are told from other values", () => {
    expect(isAddress(new Uint8Array(32))).toBe(true);
    expect(isAddress(new Uint8Array(31))).toBe(false);
    expect(isAddress("0x1")).toBe(false);
    expect(() => bytesToAddress(new Uint8Array(33))).toThrow(expect.objectContaining({ code: "invalid_address" }));
  });

  test("read what they print", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(32), (bytes, zeros) => {
        bytes.fill(0, 0, zeros);
        const address = bytesToAddress(bytes);
        expect(addressesEqual(parseAddress(formatAddress(address)), address)).toBe(true);
        expect(addressesEqual(parseAddress(formatAddressLong(address).slice(2).toUpperCase()), address)).toBe(true);
        expect(formatAddress(address)).toMatch(/^0x(?:0|[1-9a-f][0-9a-f]*)$/);
      }),
    );
  });
});
