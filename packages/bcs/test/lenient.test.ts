import { bcs } from "@mysten/bcs";
import { describe, expect, test } from "vitest";
import {
  BcsError,
  bytes,
  fixedBytes,
  fromHex,
  i64,
  lenientBytes,
  lenientInteger,
  lenientOption,
  option,
  struct,
  toHex,
  u8,
  u64,
  u128,
  u256,
  vector,
} from "../src/index.ts";

function refusalOf(write: () => unknown): { readonly code: string; readonly path: string } {
  try {
    write();
  } catch (error) {
    if (error instanceof BcsError) return { code: error.code, path: error.path };
    throw error;
  }
  throw new Error("it was taken");
}

describe("integers from JSON", () => {
  test.each([0n, 25n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n])("%s as text, bigint and number", (value) => {
    const amount = lenientInteger(u64);
    const expected = bcs.u64().serialize(value.toString()).toBytes();
    expect(amount.encode(value)).toEqual(expected);
    expect(amount.encode(value.toString())).toEqual(expected);
    if (value < 2n ** 53n) expect(amount.encode(Number(value))).toEqual(expected);
    expect(amount.decode(expected)).toBe(value);
  });

  test("of every width, and signed", () => {
    const high = 2n ** 256n - 1n;
    expect(lenientInteger(u256).encode(high.toString())).toEqual(u256.encode(high));
    expect(lenientInteger(u128).encode(7)).toEqual(u128.encode(7n));
    expect(lenientInteger(i64).encode("-9")).toEqual(i64.encode(-9n));
  });

  test.each([
    "",
    " 1",
    "+1",
    "01",
    "-0",
    "1e3",
    "0x10",
    "1.0",
    "９",
    "1_000",
    1.5,
    2 ** 53,
    Number.NaN,
    null,
    true,
    {},
  ])("%j is refused", (value) => {
    expect(refusalOf(() => lenientInteger(u64).encode(value as string)).code).toBe("wrong_type");
  });

  test("out of range is out of range, however long the text", () => {
    const amount = lenientInteger(u64);
    for (const value of ["18446744073709551616", -1, "-1"]) {
      expect(refusalOf(() => amount.encode(value)).code).toBe("out_of_range");
    }
    expect(refusalOf(() => amount.encode("1".repeat(1_000_000))).code).toBe("wrong_type");
  });
});

test("bytes from hex and from numbers", () => {
  const expected = bcs.byteVector().serialize([1, 171]).toBytes();
  for (const value of ["01ab", "0x01AB", [1, 171], Uint8Array.of(1, 171)]) {
    expect(lenientBytes(bytes).encode(value)).toEqual(expected);
    expect(lenientBytes(vector(u8)).encode(value)).toEqual(expected);
    expect(lenientBytes(fixedBytes(2)).encode(value)).toEqual(expected.subarray(1));
  }
  expect(lenientBytes(bytes).decode(expected)).toEqual(Uint8Array.of(1, 171));
  for (const value of ["0", "0x1", "zz", "0x0x", "0X01", " 01"]) {
    expect(refusalOf(() => lenientBytes(bytes).encode(value)).code).toBe("invalid_value");
  }
  expect(refusalOf(() => lenientBytes(bytes).encode([1, 256]))).toEqual({ code: "out_of_range", path: "[1]" });
  expect(refusalOf(() => lenientBytes(bytes).encode([1.5])).code).toBe("out_of_range");
  expect(refusalOf(() => lenientBytes(fixedBytes(2)).encode("01")).code).toBe("wrong_length");
  expect(refusalOf(() => lenientBytes(bytes).encode(7 as never)).code).toBe("wrong_type");
});

test("options from null", () => {
  const maybe = lenientOption(u8);
  expect(maybe.encode(null)).toEqual(option(u8).encode(undefined));
  expect(maybe.encode(3)).toEqual(option(u8).encode(3));
  expect(maybe.decode(Uint8Array.of(0))).toBeUndefined();
  expect(refusalOf(() => lenientOption(option(u8))).code).toBe("invalid_schema");
});

test("a struct of a parsed JSON text, with the path in a refusal", () => {
  const Payment = struct("Payment", {
    amount: lenientInteger(u64),
    to: lenientBytes(fixedBytes(2)),
    memo: lenientOption(lenientBytes(bytes)),
    parts: vector(lenientInteger(u64)),
  });
  const json = JSON.parse('{"amount":"25","to":"0xcafe","memo":null,"parts":[1,"2"]}');
  const strict = struct("Payment", { amount: u64, to: fixedBytes(2), memo: option(bytes), parts: vector(u64) });
  const value = { amount: 25n, to: Uint8Array.of(0xca, 0xfe), memo: undefined, parts: [1n, 2n] };
  expect(Payment.encode(json)).toEqual(strict.encode(value));
  expect(Payment.decode(Payment.encode(json))).toEqual(value);
  expect(refusalOf(() => Payment.encode({ ...json, parts: [1, "x"] }))).toEqual({
    code: "wrong_type",
    path: "parts[1]",
  });
  // The strict ones stay strict.
  expect(refusalOf(() => strict.encode(json)).code).toBe("wrong_type");
});

test("hex and back", () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  expect(toHex(all)).toBe(Buffer.from(all).toString("hex"));
  expect(fromHex(toHex(all))).toEqual(all);
  expect(fromHex("0x")).toEqual(new Uint8Array(0));
  expect(refusalOf(() => fromHex("00zz")).code).toBe("invalid_value");
});
