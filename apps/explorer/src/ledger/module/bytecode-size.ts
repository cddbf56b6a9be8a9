/** Number of bytes in a hex string of the API. */
export function bytecodeSize(hex: string): number {
  return Math.max(0, (hex.length - 2) / 2);
}
