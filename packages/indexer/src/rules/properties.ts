import type { Infer } from "@ledger/bcs";
import { BcsError, bool, bytes, type Codec, string, u8, u16, u32, u64, u128 } from "@ledger/bcs";
import { formatHex } from "@ledger/types";
import type { LegacyPropertyMap } from "../layouts/legacy-tokens.ts";
import type { PropertyMap } from "../layouts/tokens.ts";
import type { JsonColumn } from "../row.ts";

type Read = (value: Uint8Array) => string;

const reading =
  <T>(codec: Codec<T>, format: (value: T) => string): Read =>
  (value) =>
    format(codec.decode(value));

const number = (value: bigint | number): string => `${value}`;
const text = (value: string): string => value;
const flag = (value: boolean): string => `${value}`;

/** Kinds of values of `0x4::property_map`, by their numbers. The indexers of the family show 6 and 7 as bytes, and so do these rows. */
const byNumber: Readonly<Record<number, Read>> = {
  0: reading(bool, flag),
  1: reading(u8, number),
  2: reading(u16, number),
  3: reading(u32, number),
  4: reading(u64, number),
  5: reading(u128, number),
  8: reading(bytes, formatHex),
  9: reading(string, text),
};

/** Kinds of values of `0x3::property_map`, by their names. */
const byName: Readonly<Record<string, Read>> = {
  bool: reading(bool, flag),
  u8: reading(u8, number),
  u64: reading(u64, number),
  u128: reading(u128, number),
  "0x1::string::String": reading(string, text),
};

/** The properties of a token as an object of texts; a value that cannot be read is the hex of its bytes. */
export function showProperties(map: readonly Infer<typeof PropertyMap>[number][]): JsonColumn {
  return Object.fromEntries(map.map(({ key, type, value }) => [key, show(byNumber[type], value)]));
}

/** The properties of a token of the first kind, see {@link showProperties}. */
export function showLegacyProperties(map: readonly Infer<typeof LegacyPropertyMap>[number][]): JsonColumn {
  return Object.fromEntries(map.map(({ key, type, value }) => [key, show(byName[type], value)]));
}

function show(read: Read | undefined, value: Uint8Array): string {
  if (read === undefined) return formatHex(value);
  try {
    return read(value);
  } catch (error) {
    if (error instanceof BcsError) return formatHex(value);
    throw error;
  }
}
