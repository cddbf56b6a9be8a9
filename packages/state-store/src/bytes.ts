/** Returns true if `bytes` begins with `prefix`. */
export function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  if (bytes.length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (bytes[i] !== prefix[i]) return false;
  return true;
}

/** The least byte string above every string that begins with `prefix`; `undefined` when there is none (empty or all `ff`). */
export function prefixEnd(prefix: Uint8Array): Uint8Array | undefined {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return undefined;
  const end = prefix.slice(0, length);
  end[length - 1]! += 1;
  return end;
}

/** The least byte string above `key`. */
export function successor(key: Uint8Array): Uint8Array {
  const above = new Uint8Array(key.length + 1);
  above.set(key);
  return above;
}
