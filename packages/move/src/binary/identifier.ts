/** Bits of an identifier byte: may begin a name, may go on a name, `$`. */
const letter = 1;
const rest = 2;
const mark = 4;

const classes = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z]/.test(character)) classes[byte] = letter | rest;
  else if (/[0-9]/.test(character)) classes[byte] = rest;
  else if (character === "_") classes[byte] = rest | mark;
  else if (character === "$") classes[byte] = rest | mark;
}

/**
 * Reads the identifier in `bytes[start, end)`.
 *
 * @returns the name, or undefined when the bytes are none in this version
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#2.1 | Specification, module format 2.1}
 */
export function identifierText(bytes: Uint8Array, start: number, end: number, version: number): string | undefined {
  if (start >= end) return undefined;
  const first = classes[bytes[start]!]!;
  if (first === 0) return legacySelf(bytes, start, end);
  // A lone `_` or `$` is no name.
  if ((first & letter) === 0 && ((first & mark) === 0 || start + 1 === end)) return undefined;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if ((classes[byte]! & rest) === 0 || (byte === 0x24 && version < 9)) return undefined;
  }
  return asciiText(bytes, start, end);
}

function legacySelf(bytes: Uint8Array, start: number, end: number): string | undefined {
  const text = asciiText(bytes, start, end);
  return /^<SELF>(?:_[0-9]+)?$/.test(text) ? text : undefined;
}

/** For names of ten or twenty characters a loop is faster than a call into a decoder. */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}
