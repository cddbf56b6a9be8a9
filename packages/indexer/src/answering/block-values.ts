import { StoreError } from "@ledger/state-store";
import type { LedgerIndex, VersionRange } from "../ledger/ledger-index.ts";
import type { OfBlock } from "../tables/block-columns.ts";
import type { HistoryTable } from "../tables/history-tables.ts";
import { numbersWithin } from "./kept-orders.ts";
import { type Bound, type Bounds, commonValues, type Narrowed } from "./table.ts";

/**
 * The kept versions that a question leaves to a table: by its column of versions, and by those whose values never fall, whose ends are
 * looked for among the blocks.
 *
 * @returns the range, and false where it has more versions than the question asks for
 */
export async function versionsWithin(
  index: LedgerIndex,
  { rising = {}, version }: HistoryTable,
  question: Narrowed,
): Promise<{ readonly within: VersionRange; readonly isExact: boolean }> {
  const { bounds } = question;
  const { from, to, isExact } = numbersWithin(bounds.get(version));
  let [first, last] = index.keptWithin({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  for (const [column, make] of Object.entries(rising)) {
    const { lower, upper } = bounds.get(column) ?? oneValue(commonValues(question).get(column));
    // Above the last of its values come those that are greater.
    if (lower !== undefined) first = await firstVersion(index, make, lower, [first, last]);
    if (upper !== undefined)
      last = (await firstVersion(index, make, { ...upper, isOpen: !upper.isOpen }, [first, last])) - 1n;
  }
  return { within: { from: first, to: last }, isExact };
}

function oneValue(values: readonly unknown[] = []): Bounds {
  const [value, ...others] = values as readonly Bound["value"][];
  if (value === undefined || others.length > 0) return {};
  return { lower: { value, isOpen: false }, upper: { value, isOpen: false } };
}

/** The first version of a range whose block has a value from a bound on; that after the last one where none has. */
async function firstVersion(
  { store }: LedgerIndex,
  make: OfBlock,
  { value, isOpen }: Bound,
  [first, last]: readonly [bigint, bigint],
): Promise<bigint> {
  let [low, high] = [first, last + 1n];
  while (low < high) {
    const middle = (low + high) / 2n;
    try {
      const block = await store.readBlockByVersion(middle);
      const made = make(block);
      if (made > value || (made === value && !isOpen)) high = block.firstVersion > low ? block.firstVersion : low;
      else low = block.lastVersion + 1n;
    } catch (error) {
      // Pruning came between: what is gone has the lesser values.
      if (!(error instanceof StoreError && error.code === "version_pruned")) throw error;
      low = middle + 1n;
    }
  }
  return low > last + 1n ? last + 1n : low;
}
