import { placesOfNull, placesWithin } from "../ledger/places.ts";
import type { OrderPart } from "../ledger/row-reads.ts";
import type { KeptOrder, TableShape } from "../tables/column.ts";
import { type Bounds, type ColumnOrder, commonValues, type TableQuestion } from "./table.ts";

/** The whole numbers between two ends, which are among them. */
export interface NumberRange {
  readonly from?: bigint | undefined;
  readonly to?: bigint | undefined;
  /** False where an end is no whole number: then more numbers are among them than were asked for. */
  readonly isExact: boolean;
}

/** The whole numbers that a condition leaves to a column. */
export function numbersWithin({ lower, upper }: Bounds = {}): NumberRange {
  const from = typeof lower?.value === "bigint" ? lower.value + (lower.isOpen ? 1n : 0n) : undefined;
  const to = typeof upper?.value === "bigint" ? upper.value - (upper.isOpen ? 1n : 0n) : undefined;
  const isExact = (lower === undefined || from !== undefined) && (upper === undefined || to !== undefined);
  return { from, to, isExact };
}

/** An order that an index keeps, and the values whose rows it is asked for. */
export interface ChosenOrder {
  readonly order: KeptOrder;
  /** As texts; one that is absent stands for all rows. */
  readonly values: readonly (string | undefined)[];
}

/** Values whose rows are merged into one order. */
const mostMerged = 100;

/** The kept order of a column that has the fewest rows which a question does not ask for; `undefined` where there is none. */
export function chooseOrder(
  { orders = [] }: TableShape,
  question: TableQuestion,
  column: string,
): ChosenOrder | undefined {
  const fixed = commonValues(question);
  const chosen = orders.flatMap((order): ChosenOrder[] => {
    if (order.by !== column) return [];
    if (order.of === undefined) return [{ order, values: [undefined] }];
    const values = fixed.get(order.of);
    return values === undefined || values.length > mostMerged ? [] : [{ order, values: values.map(String) }];
  });
  return chosen.find(({ order }) => order.of !== undefined) ?? chosen[0];
}

/** The parts of a kept order that a question asks for, one after the other: those of numbers, and those of null where nothing bounds the column. */
export function partsOf(
  order: KeptOrder,
  value: string | undefined,
  { isDescending, nullsFirst }: Omit<ColumnOrder, "column">,
  bounds: Bounds | undefined,
): readonly OrderPart[] {
  const { from, to } = numbersWithin(bounds);
  const numbers = { order, value, isDescending, range: placesWithin(from, to) };
  if (bounds !== undefined) return [numbers];
  const nulls = { ...numbers, range: placesOfNull };
  return nullsFirst ? [nulls, numbers] : [numbers, nulls];
}

/** An order without a column, for what may come in any. */
export const anyOrder: Omit<ColumnOrder, "column"> = { isDescending: false, nullsFirst: false };

/** Columns of current tables that are times of versions, by the columns of the versions. */
const timesOf: Readonly<Record<string, string>> = { last_transaction_timestamp: "last_transaction_version" };

/**
 * The column whose order is that of a question, too: rows come in the order of times where they come in that of versions.
 *
 * @param knowsTimes - false where times of the oldest versions are null
 */
export function orderedLike({ column, isDescending, nullsFirst }: ColumnOrder, knowsTimes: boolean): string {
  const version = timesOf[column];
  // Times that are not known are those of the oldest versions.
  return version !== undefined && (knowsTimes || nullsFirst !== isDescending) ? version : column;
}

/** Compares entries of several parts by what their places stand for. */
export function byPlace({ isDescending, nullsFirst }: ColumnOrder) {
  const rank = ({ place }: { readonly place: string }): number =>
    place === placesOfNull.from ? (nullsFirst ? -1 : 1) : 0;
  const sign = isDescending ? -1 : 1;
  return (a: { readonly place: string }, b: { readonly place: string }): number =>
    rank(a) - rank(b) || sign * (a.place < b.place ? -1 : a.place > b.place ? 1 : 0);
}

/** Merges lists that are ordered, each in memory up to its next item. */
export async function* mergeOrdered<T>(
  lists: readonly AsyncGenerator<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0) {
    yield* only;
    return;
  }
  // The list whose item is the next one is the last.
  const waiting: { readonly item: T; readonly list: AsyncGenerator<T> }[] = [];
  const advance = async (list: AsyncGenerator<T>): Promise<void> => {
    const { value: item, done } = await list.next();
    if (done === true) return;
    let [low, high] = [0, waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(waiting[middle]!.item, item) > 0) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, { item, list });
  };
  for (const list of lists) await advance(list);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next.item;
    await advance(next.list);
  }
}
