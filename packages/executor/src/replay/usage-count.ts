import {
  bytesEqual,
  frameworkKey,
  StateStorageUsage,
  type StateView,
  type StateWrite,
  stateItemSize,
} from "@ledger/types";
import type { StateUsage } from "../state/overlay.ts";

/** Usages of the state by version, as far as they are known. A `Map` is one. */
export interface KnownUsages {
  get(version: bigint): StateUsage | undefined;
  /** Keeps what was counted. */
  set(version: bigint, usage: StateUsage): unknown;
}

const noBytes = new Uint8Array();
/** The usage of an empty state. */
export const noUsage: StateUsage = { items: 0n, bytes: 0n };
/** Encoded state key of the usage that the first block of an epoch notes. */
export const usageKey: Uint8Array = frameworkKey("state_storage", "StateStorageUsage");

/** The usage of the state before an epoch, as its first block noted it; `undefined` in other records. */
export function notedUsage(writes: readonly StateWrite[]): StateUsage | undefined {
  const value = writes.find(({ key }) => bytesEqual(key, usageKey))?.value;
  return value && StateStorageUsage.decode(value);
}

/** A usage and another one; the difference of both with a sign of -1. */
export function addUsages(one: StateUsage, other: StateUsage, sign: 1n | -1n = 1n): StateUsage {
  return { items: one.items + sign * other.items, bytes: one.bytes + sign * other.bytes };
}

/**
 * The usage of the state after some writes.
 *
 * @param state - before them
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#5 | Specification, re-execution 5}
 */
export async function usageAfter(
  { items, bytes }: StateUsage,
  state: StateView,
  writes: readonly StateWrite[],
): Promise<StateUsage> {
  let [count, size] = [items, bytes];
  for (const { key, value } of writes) {
    const found = state.get(key);
    const before = found instanceof Promise ? await found : found;
    const sizeOfKey = stateItemSize(key, noBytes);
    if (before !== undefined) {
      count -= 1n;
      size -= BigInt(sizeOfKey + before.bytes.length);
    }
    if (value !== undefined) {
      count += 1n;
      size += BigInt(sizeOfKey + value.length);
    }
  }
  return { items: count, bytes: size };
}

/** Keeps the usages where the next range is likely to begin: before the latest block, and at the end of what was replayed. */
export class LatestUsages implements KnownUsages {
  #kept: readonly (readonly [version: bigint, usage: StateUsage])[] = [];

  get(version: bigint): StateUsage | undefined {
    return this.#kept.find(([at]) => at === version)?.[1];
  }

  set(version: bigint, usage: StateUsage): void {
    this.#kept = [...this.#kept.filter(([at]) => at !== version), [version, usage] as const].slice(-2);
  }
}
