/** Bits of an identifier byte: may begin a name, may go on a name, `$`. */
const LETTER = 1;
const REST = 2;
const MARK = 4;

const classes = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z]/.test(character)) classes[byte] = LETTER | REST;
  else if (/[0-9]/.test(character)) classes[byte] = REST;
  else if (character === "_") classes[byte] = REST | MARK;
  else if (character === "$") classes[byte] = REST | MARK;
}

/**
 * Reads an identifier, checking it in the same pass: this runs for every name of every module.
 *
 * @returns the name, or undefined when the bytes are none in this version
 * @see Ledger specification, Move binary §2.1
 */
export function identifierText(bytes: Uint8Array, version: number): string | undefined {
  const { length } = bytes;
  if (length === 0) return undefined;
  const first = classes[bytes[0]!]!;
  if (first === 0) return legacySelf(bytes);
  // A lone `_` or `$` is no name.
  if ((first & LETTER) === 0 && ((first & MARK) === 0 || length === 1)) return undefined;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if ((classes[byte]! & REST) === 0 || (byte === 0x24 && version < 9)) return undefined;
  }
  return asciiText(bytes);
}

function legacySelf(bytes: Uint8Array): string | undefined {
  const text = asciiText(bytes);
  return /^<SELF>(?:_[0-9]+)?$/.test(text) ? text : undefined;
}

function asciiText(bytes: Uint8Array): string {
  return String.fromCharCode.apply(undefined, bytes as unknown as number[]);
}
