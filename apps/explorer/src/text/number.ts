/** Decimal text of any size with separators; other text as it is. */
export function formatCount(value: string | number | bigint): string {
  if (typeof value === "string" && !/^-?\d+$/.test(value)) return value;
  return BigInt(value).toLocaleString("en");
}

/** A size in bytes, exact: `12,345 bytes`. */
export function formatBytes(bytes: number): string {
  return `${formatCount(bytes)} ${bytes === 1 ? "byte" : "bytes"}`;
}

/** A size in bytes for a place with little room: `12.1 KB`. */
export function formatSize(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`;
}

/** An amount in the smallest unit, with its decimal point: 12000 with 3 decimals is `12`. */
export function formatAmount(amount: string, decimals: number): string {
  if (!/^\d+$/.test(amount) || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) return amount;
  const digits = amount.padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction === "" ? formatCount(whole) : `${formatCount(whole)}.${fraction}`;
}

/** The version or height next to one, as decimal text; `undefined` below 0. */
export function neighbour(value: string, step: 1 | -1): string | undefined {
  if (!/^\d+$/.test(value)) return undefined;
  const next = BigInt(value) + BigInt(step);
  return next < 0n ? undefined : String(next);
}
