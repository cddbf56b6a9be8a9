/** Packs whole numbers below 2^53: seven bits in a byte, the lowest first, a set high bit where more follow. */
export function packNumbers(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let number of numbers) {
    for (; number >= 0x80; number = Math.floor(number / 0x80)) bytes.push((number % 0x80) | 0x80);
    bytes.push(number);
  }
  return new Uint8Array(bytes);
}

/** Inverse of {@link packNumbers}; what is left over at the end is no number. */
export function unpackNumbers(packed: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  let scale = 1;
  for (const byte of packed) {
    number += (byte & 0x7f) * scale;
    scale *= 0x80;
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
    scale = 1;
  }
  return numbers;
}
