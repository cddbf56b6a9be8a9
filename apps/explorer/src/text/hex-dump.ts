/** Bytes in a row of a dump. */
const rowBytes = 16;

/** Offset, sixteen bytes in hex, and the same bytes as text where they are printable. @param limit - bytes shown at most */
export function hexDump(bytes: Uint8Array, limit = 4096): string {
  const lines: string[] = [];
  for (let offset = 0; offset < Math.min(bytes.length, limit); offset += rowBytes) {
    const row = [...bytes.subarray(offset, Math.min(offset + rowBytes, limit))];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${offset.toString(16).padStart(6, "0")}  ${hex.padEnd(3 * rowBytes - 1)}  ${text}`);
  }
  if (bytes.length > limit) lines.push(`… ${bytes.length - limit} more bytes`);
  return lines.join("\n");
}
