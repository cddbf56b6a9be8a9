import { featureFlags, parseFeatureFlag } from "@ledger/vm";
import { expectedInput } from "../refusal/network-error.ts";

/** A moment: a date, or microseconds since the Unix epoch. */
export type Moment = Date | bigint;

/** Most blocks that are made at a time: more would keep the network from answering for minutes. */
const mostBlocks = 100_000;

/** Most of an asset that one store holds. */
const mostAmount = 2n ** 64n - 1n;

/**
 * The last moment that can be set, microseconds since the Unix epoch. The chain itself ends at 2^64; what its tables tell has years of four digits,
 * and a year of them is left for the blocks that follow.
 */
export const lastMoment: bigint = BigInt(Date.UTC(9999, 0)) * 1_000n;

/** The first moment that a network does not support, in microseconds since the Unix epoch. */
export const endOfTime: bigint = BigInt(Date.UTC(10_000, 0)) * 1_000n;

const momentText = `from ${new Date(0).toISOString()} to ${new Date(Number(lastMoment / 1_000n)).toISOString()}`;

/** Reads an amount, in the smallest unit. @throws LocalNetworkError `invalid_input` */
export function toAmount(given: bigint | number): bigint {
  const amount = wholeNumber(given);
  if (amount === undefined || amount < 0n || amount > mostAmount)
    throw expectedInput(`a whole amount from 0 to ${mostAmount}`, given);
  return amount;
}

/** Reads a moment. @returns microseconds since the Unix epoch @throws LocalNetworkError `invalid_input` */
export function toUsecs(moment: Moment): bigint {
  const usecs = usecsOf(moment);
  if (usecs === undefined || usecs < 0n || usecs > lastMoment)
    throw expectedInput(`a moment ${momentText}: a Date, or microseconds as a bigint`, moment);
  return usecs;
}

/** Reads whole seconds that pass. @returns microseconds @throws LocalNetworkError `invalid_input` */
export function secondsToUsecs(seconds: bigint | number): bigint {
  const whole = wholeNumber(seconds);
  if (whole === undefined || whole < 0n || whole * 1_000_000n > lastMoment)
    throw expectedInput("whole seconds from 0 on, since time passes forward only", seconds);
  return whole * 1_000_000n;
}

/** Reads a number of blocks. @throws LocalNetworkError `invalid_input` */
export function toBlockCount(blocks: number): number {
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > mostBlocks)
    throw expectedInput(`a whole number of blocks from 1 to ${mostBlocks}`, blocks);
  return blocks;
}

/** Reads the number of a feature, or its name. @throws LocalNetworkError `invalid_input` */
export function toFeature(feature: number | string): number {
  if (typeof feature === "string") {
    const name = parseFeatureFlag(feature);
    if (name === undefined) throw expectedInput("the name of a feature flag, such as VM_BINARY_FORMAT_V10", feature);
    return featureFlags[name];
  }
  if (!Number.isInteger(feature) || feature < 0 || feature > 0xffff)
    throw expectedInput("the number of a feature from 0 to 65535", feature);
  return feature;
}

/** A bigint, or a number that is whole and exact. */
function wholeNumber(given: bigint | number): bigint | undefined {
  if (typeof given === "bigint") return given;
  return Number.isSafeInteger(given) ? BigInt(given) : undefined;
}

function usecsOf(moment: Moment): bigint | undefined {
  if (typeof moment === "bigint") return moment;
  const milliseconds = moment instanceof Date ? moment.getTime() : Number.NaN;
  return Number.isFinite(milliseconds) ? BigInt(milliseconds) * 1_000n : undefined;
}
