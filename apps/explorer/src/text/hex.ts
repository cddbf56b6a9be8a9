/** Bytes as hex with its prefix. */
export function formatHex(bytes: Uint8Array): string {
  let text = "0x";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** Hex, with or without its prefix, as bytes; `undefined` when it is not hex. */
export function parseHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.replace(/^0x/, "");
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Long hex with its middle left out: `0x1234abcd…89ef`. */
export function shortenHex(text: string): string {
  return text.length <= 18 ? text : `${text.slice(0, 10)}…${text.slice(-4)}`;
}

/** Bytes that hex with its prefix stands for. */
export function hexSize(text: string): number {
  return Math.max(0, (text.length - 2) / 2);
}

/** Text that hex spells when all of it is printable ASCII: `0x6b6579` is `key`. */
export function hexAsText(text: string): string | undefined {
  const bytes = text.length > 2 && text.length <= 130 ? parseHex(text) : undefined;
  if (bytes === undefined || bytes.some((byte) => byte < 0x20 || byte > 0x7e)) return undefined;
  return String.fromCharCode(...bytes);
}
