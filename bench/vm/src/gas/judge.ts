import { exceptions } from "./exceptions.ts";
import type { GasRow } from "./row.ts";

/** Most times the time of `add` for the same gas. */
export const usualLimit = 20;

/** Growth of the time for one unit of gas, as an exponent of the size, below which it counts as none. */
const noGrowth = 0.4;
/** Times `add` from which growth matters: less is the price of a call that longer input spreads. */
const smallRatio = 10;

/** A row with what it took. */
export interface Judged {
  readonly name: string;
  /** Times `add`, by size. */
  readonly ratios: readonly number[];
  /** The largest of {@link ratios}, or, where sizes count calls, the last. */
  readonly ratio: number;
  /** Exponent by which the time for one unit of gas grows between the last two sizes. */
  readonly growth: number;
  /** The limit of {@link ratio}. */
  readonly limit: number;
  readonly isOver: boolean;
}

/** Judges a row. @param ratios - times `add`, by size */
export function judge({ name, covers, sizes, counts }: GasRow, ratios: readonly number[]): Judged {
  const last = ratios.at(-1)!;
  const ratio = counts ? last : Math.max(...ratios);
  const growth = ratios.length < 2 ? 0 : Math.log(last / ratios.at(-2)!) / Math.log(sizes.at(-1)! / sizes.at(-2)!);
  const found = exceptions.find(({ names }) => names.some((known) => covers.includes(known)));
  const limit = found?.limit ?? usualLimit;
  const grows = growth > noGrowth && last > smallRatio && found?.grows === undefined;
  return { name, ratios, ratio, growth, limit, isOver: ratio > limit || grows };
}
