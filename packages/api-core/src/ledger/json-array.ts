const open = 0x5b;
const close = 0x5d;
const comma = 0x2c;

/** Joins items that are JSON already, in UTF-8, into the JSON of their array, in one exact allocation. */
export function joinJsonArray(items: readonly Uint8Array[]): Uint8Array {
  let length = 2 + Math.max(0, items.length - 1);
  for (const item of items) length += item.length;
  const joined = new Uint8Array(length);
  let at = 0;
  joined[at++] = open;
  for (const [index, item] of items.entries()) {
    if (index > 0) joined[at++] = comma;
    joined.set(item, at);
    at += item.length;
  }
  joined[at] = close;
  return joined;
}
