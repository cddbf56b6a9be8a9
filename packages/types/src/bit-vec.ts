import { bytes, type Codec, transform } from "@ledger/bcs";
import { TypesError } from "./errors.ts";

/** Most bytes of a bit vector. */
const maxBitVecBytes = 8192;

/** A set of small numbers as bits, the most significant bit of the first byte first. The bytes are kept as they came. */
export type BitVec = Uint8Array;

/** BCS of {@link BitVec}: bytes with their length, at most 8192. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#2 | Specification, chain types 2} */
export const BitVec: Codec<BitVec> = transform(bytes, { name: "BitVec", decode: checkLength, encode: checkLength });

/** True if bit `index` is set; bits beyond the end are not. */
export function hasBit(bits: BitVec, index: number): boolean {
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

/** Indices of the set bits, ascending. */
export function setBits(bits: BitVec): number[] {
  const indices: number[] = [];
  for (let index = 0; index < bits.length * 8; index++) if (hasBit(bits, index)) indices.push(index);
  return indices;
}

/**
 * Makes a bit vector of ⌈size / 8⌉ bytes.
 *
 * @param size - bits that must fit
 * @param indices - bits to set
 * @throws {@link TypesError} `out_of_range` for an index at or above `size`
 */
export function createBitVec(size: number, indices: Iterable<number>): BitVec {
  const bits = new Uint8Array(Math.ceil(size / 8));
  for (const index of indices) {
    if (!(Number.isInteger(index) && index >= 0 && index < size)) {
      throw new TypesError("out_of_range", `bit ${index} is out of range: the bit vector has ${size} bits`);
    }
    bits[index >> 3]! |= 0x80 >> (index & 7);
  }
  return bits;
}

function checkLength(bits: Uint8Array): Uint8Array {
  if (bits.length > maxBitVecBytes)
    throw new TypesError(
      "out_of_range",
      `the bit vector has ${bits.length} bytes, at most ${maxBitVecBytes} are allowed`,
    );
  return bits;
}
