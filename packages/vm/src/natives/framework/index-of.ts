/**
 * Index of the first occurrence of a pattern, or the text's length where there is none. The time is linear in both, whatever they
 * are: after a mismatch the search continues with the longest beginning of the pattern that the text still ends in (Knuth, Morris and
 * Pratt).
 */
export function indexOf(text: Uint8Array, pattern: Uint8Array): number {
  if (pattern.length === 0) return 0;
  if (pattern.length > text.length) return text.length;
  const first = text.indexOf(pattern[0]!);
  if (first === -1 || pattern.length === 1) return first === -1 ? text.length : first;
  const borders = bordersOf(pattern);
  let matched = 0;
  for (let index = first; index < text.length; index++) {
    while (matched > 0 && text[index] !== pattern[matched]) matched = borders[matched - 1]!;
    if (text[index] !== pattern[matched]) continue;
    matched++;
    if (matched === pattern.length) return index + 1 - matched;
  }
  return text.length;
}

/** For each beginning of a pattern: the length of the longest shorter beginning that it ends in. */
function bordersOf(pattern: Uint8Array): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let index = 1; index < pattern.length; index++) {
    while (length > 0 && pattern[index] !== pattern[length]) length = borders[length - 1]!;
    if (pattern[index] === pattern[length]) length++;
    borders[index] = length;
  }
  return borders;
}
