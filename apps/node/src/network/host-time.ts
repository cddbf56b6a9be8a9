/** The host's clock, microseconds since the Unix epoch. */
export const hostTime = (): bigint => BigInt(Date.now()) * 1_000n;
