import type { Integer } from "./value.ts";

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** The one form of an integer: a number while it is safe, a bigint beyond. */
export function integer(value: bigint): Integer {
  return value <= maxSafe && value >= -maxSafe ? Number(value) : value;
}

/** An integer type's name: `U8` … `U256`, `I8` … `I256`. */
export type IntegerKind =
  | "U8"
  | "U16"
  | "U32"
  | "U64"
  | "U128"
  | "U256"
  | "I8"
  | "I16"
  | "I32"
  | "I64"
  | "I128"
  | "I256";

/** Width and range of an integer type. */
export interface IntegerRange {
  readonly bits: number;
  readonly signed: boolean;
  readonly min: bigint;
  readonly max: bigint;
  /** The part of the range that is kept as numbers. */
  readonly safeMin: number;
  readonly safeMax: number;
}

/** Every integer type. */
export const integerRanges: Readonly<Record<IntegerKind, IntegerRange>> = {
  U8: range(8, false),
  U16: range(16, false),
  U32: range(32, false),
  U64: range(64, false),
  U128: range(128, false),
  U256: range(256, false),
  I8: range(8, true),
  I16: range(16, true),
  I32: range(32, true),
  I64: range(64, true),
  I128: range(128, true),
  I256: range(256, true),
};

function range(bits: number, signed: boolean): IntegerRange {
  const half = 1n << BigInt(bits - 1);
  const min = signed ? -half : 0n;
  const max = signed ? half - 1n : 2n * half - 1n;
  const isWide = bits > 32;
  return {
    bits,
    signed,
    min,
    max,
    safeMin: isWide && signed ? Number.MIN_SAFE_INTEGER : Number(min),
    safeMax: isWide ? Number.MAX_SAFE_INTEGER : Number(max),
  };
}
