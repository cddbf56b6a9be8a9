import type { Block } from "./answers.ts";

/** Transactions in a block. */
export function blockSize({ first_version, last_version }: Block): number {
  return Number(BigInt(last_version) - BigInt(first_version)) + 1;
}
