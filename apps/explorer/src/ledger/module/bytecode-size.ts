/** Bytes that a hex string of the API stands for. */
export function bytecodeSize(hex: string): number {
  return Math.max(0, (hex.length - 2) / 2);
}
