import type { AnyCodec } from "../codec.ts";

/** Bytes of members one after another, if each has a fixed size. */
export function sumFixedSizes(codecs: readonly AnyCodec[]): number | undefined {
  let sum = 0;
  for (const { fixedSize } of codecs) {
    if (fixedSize === undefined) return undefined;
    sum += fixedSize;
  }
  return sum;
}

/** Least bytes of members one after another. */
export function sumMinSizes(codecs: readonly AnyCodec[]): number {
  let sum = 0;
  for (const codec of codecs) sum += codec.minSize;
  return sum;
}
