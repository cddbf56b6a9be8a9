import type { Value } from "../row.ts";

/** Digits in the order of their characters. */
const radix = 32;

/** Place of what is null, which is the greatest of all. */
const ofNull = "~";

/** Places, from the first to the last one. */
export interface PlaceRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The place of a number among others: its digits after a character for how many they are, so that texts are in the order of the numbers.
 *
 * @throws TypeError for what is no whole number from 0 on, or null
 */
export function placeOf(value: Value): string {
  if (value === null) return ofNull;
  if (typeof value !== "bigint" || value < 0n) throw new TypeError(`${String(value)} has no place in an order`);
  const digits = value.toString(radix);
  return `${String.fromCharCode("0".charCodeAt(0) + digits.length)}${digits}`;
}

/** The places of null, which is one. */
export const placesOfNull: PlaceRange = { from: ofNull, to: ofNull };

/** The places of numbers from one to another; of all where none is given. */
export function placesWithin(from?: bigint, to?: bigint): PlaceRange {
  // No number has as many digits as come right before null.
  return { from: placeOf(from === undefined || from < 0n ? 0n : from), to: to === undefined ? "}" : lastBelow(to) };
}

/** A place at or below that of a number; above no number where it is below 0. */
function lastBelow(to: bigint): string {
  return to < 0n ? "" : placeOf(to);
}
