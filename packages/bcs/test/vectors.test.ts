import { describeVectors, readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  type AnyCodec,
  BcsError,
  bool,
  bytes,
  enumeration,
  fixedBytes,
  map,
  option,
  string,
  struct,
  tuple,
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
  uleb128,
  unit,
  vector,
} from "../src/index.ts";

interface Case {
  readonly type: string;
  readonly length?: number;
  readonly value?: unknown;
  readonly bytes: string;
  readonly label?: string;
}

const hexToBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.slice(2).match(/../g) ?? [], (b) => Number.parseInt(b, 16));

const scalars: Record<string, AnyCodec> = {
  bool,
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
  uleb128,
  bytes,
  string,
  address: fixedBytes(32),
};

function codecOf({ type, length }: Case): AnyCodec {
  if (type === "fixed_bytes") return fixedBytes(length!);
  if (type === "map<u8,()>") return map(u8, unit);
  if (type === "enum with 2 variants") return enumeration("E", { A: unit, B: unit });
  const inner = /^(sequence|option)<(\w+)>$/.exec(type);
  if (inner === null) return scalars[type]!;
  return inner[1] === "option" ? option(scalars[inner[2]!]!) : vector(scalars[inner[2]!]!);
}

function toValue(type: string, value: unknown): unknown {
  const item = /^sequence<(\w+)>$/.exec(type)?.[1];
  if (item === "u8") return Uint8Array.from(value as number[]);
  if (item !== undefined) return (value as unknown[]).map((one) => toValue(item, one));
  if (/^u(64|128|256)$/.test(type)) return BigInt(value as string);
  if (/^(address|bytes|fixed_bytes)$/.test(type)) return hexToBytes(value as string);
  return value;
}

describeVectors("published vectors", () => {
  describe("primitives", () => {
    const { cases } = readVectorJson<{ cases: Case[] }>("bcs/primitives.json");
    test.each(cases)("$type $bytes", (row) => {
      const codec = codecOf(row);
      const value = toValue(row.type, row.value);
      expect(codec.encode(value)).toEqual(hexToBytes(row.bytes));
      expect(codec.decode(hexToBytes(row.bytes))).toEqual(value);
    });
  });

  describe("refused inputs", () => {
    const { cases } = readVectorJson<{ cases: Case[] }>("bcs/violations.json");
    // In the order of the file: the code that each input is refused with.
    const codes = [
      "invalid_bool",
      "unexpected_end",
      "uleb128_overflow",
      "unexpected_end",
      "unexpected_end",
      "unexpected_end",
      "unexpected_end",
      "unexpected_end",
      "unexpected_end",
      "unexpected_end",
      "unexpected_end",
      "uleb128_overflow",
      "invalid_option_tag",
      "invalid_bool",
      "unexpected_end",
      "trailing_bytes",
      "map_not_ascending",
      "map_not_ascending",
      "unknown_variant",
    ];
    test("every case has its code", () => expect(cases.length).toBe(codes.length));
    test.each(cases.map((row, i) => [row.label, row, codes[i]] as const))("%s", (_label, row, code) => {
      let refusal: unknown;
      try {
        codecOf(row).decode(hexToBytes(row.bytes));
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toBeInstanceOf(BcsError);
      expect(refusal).toMatchObject({ code });
    });
  });

  describe("composites", () => {
    const { cases } = readVectorJson<{ cases: Case[] }>("bcs/composites.json");
    const E = enumeration("E", {
      Unit: unit,
      Newtype: u16,
      Tuple: tuple([u16, u16]),
      Struct: struct("Struct", { a: u32 }),
    });
    const S = struct("S", { borrowedStr: string, borrowedBytes: bytes });
    test.each(cases)("$type $bytes", ({ type, value, bytes: hex }) => {
      const [codec, expected]: [AnyCodec, unknown] = (() => {
        if (type.startsWith("enum")) {
          const [kind, inner] = Object.entries(value as object)[0]!;
          return [E, { kind, value: inner }];
        }
        if (type.startsWith("map")) return [map(u8, unit), new Map((value as number[]).map((key) => [key, undefined]))];
        if (type.startsWith("struct")) {
          const { borrowed_str, borrowed_bytes } = value as { borrowed_str: string; borrowed_bytes: string };
          return [S, { borrowedStr: borrowed_str, borrowedBytes: hexToBytes(borrowed_bytes) }];
        }
        return [vector(unit), Array.from({ length: value as number })];
      })();
      expect(codec.encode(expected)).toEqual(hexToBytes(hex));
      expect(codec.decode(hexToBytes(hex))).toEqual(expected);
    });
  });
});
