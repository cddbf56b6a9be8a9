/** Reads bytes as an unsigned number, lowest byte first. */
export function littleEndian(bytes: Uint8Array): bigint {
  let hex = "";
  for (let index = bytes.length - 1; index >= 0; index--) hex += bytes[index]!.toString(16).padStart(2, "0");
  return hex === "" ? 0n : BigInt(`0x${hex}`);
}

/** Writes an unsigned number, lowest byte first. The number fits in `length` bytes. */
export function toLittleEndian(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0, rest = value; index < length; index++, rest >>= 8n) bytes[index] = Number(rest & 0xffn);
  return bytes;
}

/** Reads bytes as an unsigned number, highest byte first. */
export function bigEndian(bytes: Uint8Array): bigint {
  return littleEndian(bytes.slice().reverse());
}

/** Writes an unsigned number, highest byte first. The number fits in `length` bytes. */
export function toBigEndian(value: bigint, length: number): Uint8Array {
  return toLittleEndian(value, length).reverse();
}
