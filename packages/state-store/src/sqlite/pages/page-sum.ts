/**
 * The sum of a page: the sums of its words and of those sums, as the write-ahead log has them for its frames, mixed to 32 bits. A CRC of
 * 4 KiB takes twice as long. Never 0.
 *
 * @param words - in the order of bytes of this machine
 * @param end - index after the last word, an even number of words after `start`
 */
export function sumOfPage(words: Uint32Array, start: number, end: number): number {
  let first = 0;
  let second = 0;
  for (let at = start; at < end; at += 2) {
    first = (first + words[at]! + second) | 0;
    second = (second + words[at + 1]! + first) | 0;
  }
  first = Math.imul(first ^ (first >>> 16), 0x85ebca6b);
  first = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (first ^ (first >>> 16) ^ second) >>> 0 || 1;
}
