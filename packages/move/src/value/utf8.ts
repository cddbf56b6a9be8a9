// The package is compiled without DOM and Node types; these standard classes are all it needs of them.
declare const TextDecoder: new (label: "utf-8", options: { ignoreBOM: true }) => { decode(input: Uint8Array): string };
declare const TextEncoder: new () => { encode(input: string): Uint8Array };

/** Decodes UTF-8 that is known to be well-formed; a byte order mark is kept. */
export const utf8Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Encodes text as UTF-8. */
export const utf8Encoder = /* @__PURE__ */ new TextEncoder();

/** True if `bytes[start, end)` is well-formed UTF-8: shortest forms, no surrogates, nothing above U+10FFFF. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    const lead = bytes[at]!;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length === 0 || at + length > end || !isSecondByte(lead, bytes[at + 1]!)) return false;
    for (let i = 2; i < length; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return false;
    at += length;
  }
  return true;
}

function isSecondByte(lead: number, byte: number): boolean {
  const min = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const max = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= min && byte <= max;
}
