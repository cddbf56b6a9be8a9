import fc from "fast-check";

/** An address in all its digits, with leading zeros more often than chance would have it. */
export const address: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(1, 2, 31, 32), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([length, bytes]) => `0x${Buffer.from(bytes.fill(0, 0, 32 - length)).toString("hex")}`);

/** The same text with every address in it as short as it can be. The official client takes few of those. */
export function shortenAddresses(text: string): string {
  return text.replaceAll(/0x0+(?=[0-9a-f])/g, "0x");
}
