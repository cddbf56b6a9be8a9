// BCS by Specification, chain types 1, written once more: nothing here comes from the packages that are tested.

/** Joins pieces of bytes. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** One byte. */
export const u8 = (value: number): Uint8Array => Uint8Array.of(value);

/** A length or a variant number in ULEB128. */
export function uleb(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Uint8Array.of(...bytes, rest);
}

/** Little-endian, four bytes. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** Little-endian, eight bytes. */
export function u64(value: bigint | number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

/** Little-endian, sixteen bytes. */
export const u128 = (value: bigint): Uint8Array => join(u64(value & 0xffffffffffffffffn), u64(value >> 64n));

/** Bytes with their length in front. */
export const sized = (bytes: Uint8Array): Uint8Array => join(uleb(bytes.length), bytes);

/** Text with its length in front. */
export const text = (value: string): Uint8Array => sized(new TextEncoder().encode(value));

/** A sequence. */
export const sequence = (items: readonly Uint8Array[]): Uint8Array => join(uleb(items.length), ...items);

/** An optional value. */
export const optional = (value: Uint8Array | undefined): Uint8Array =>
  value === undefined ? u8(0) : join(u8(1), value);

/** A 32-byte address that is a small number. */
export function address(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, value);
  return bytes;
}

/** Hex digits without `0x`. */
export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Reads hex digits, with or without `0x`. */
export const fromHex = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits.replace(/^0x/, ""), "hex"));

/** Order of bytes. */
export const compare = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);
