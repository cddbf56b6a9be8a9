const maxQuotedLength = 256;
const printableAscii = /^[ -~]*$/;

/**
 * Text from outside as an error message may show it: in double quotes when it is at most 256 printable ASCII
 * characters, else only its length.
 */
export function quoteText(text: string): string {
  if (text.length <= maxQuotedLength && printableAscii.test(text)) return `"${text}"`;
  return `(${text.length} characters)`;
}

/** One character of a text from outside, as an error message may show it: quoted, or its code point as `U+00E9`. */
export function quoteCharacter(text: string, index: number): string {
  const codePoint = text.codePointAt(index);
  if (codePoint === undefined) return "the end of the text";
  if (codePoint >= 0x20 && codePoint <= 0x7e) return `'${String.fromCodePoint(codePoint)}'`;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
