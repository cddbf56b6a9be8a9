const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Unpadded base64url, as WebAuthn and JSON web keys write it; `undefined` for anything else. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  const decoded = new Uint8Array(Math.floor((text.length * 3) / 4));
  let position = 0;
  let bits = 0;
  let pending = 0;
  for (const character of text) {
    const digit = digits.indexOf(character);
    if (digit < 0) return undefined;
    pending = ((pending << 6) | digit) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      decoded[position++] = pending >> bits;
    }
  }
  return decoded;
}

/** As {@link decodeBase64Url}, of the one text that encodes the bytes: others differ from it in bits that no byte has. */
export function decodeCanonicalBase64Url(text: string): Uint8Array | undefined {
  const decoded = decodeBase64Url(text);
  return decoded && encodeBase64Url(decoded) === text ? decoded : undefined;
}

/** Bytes as unpadded base64url. */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0x3fff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += digits[(pending >> bits) & 63]!;
    }
  }
  return bits === 0 ? text : text + digits[(pending << (6 - bits)) & 63]!;
}
