import { utf8ToBytes } from "@noble/hashes/utils.js";

/** Bytes that texts of rows have at most. */
export const textLimits = { name: 128, uri: 512, coin: 32, type: 1_000 } as const;

/** Cuts a text to a number of bytes, between characters. */
export function truncate(text: string, most: number): string {
  if (text.length * 3 <= most) return text;
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += utf8ToBytes(character).length;
    if (length > most) return text.slice(0, end);
    end += character.length;
  }
  return text;
}
