import { giveWay } from "../ledger/give-way.ts";
import { placesWithin } from "../ledger/places.ts";
import { type OrderPart, rowsFoundBy, rowsInOrder, topicOfPart } from "../ledger/row-reads.ts";
import { keyOf } from "../ledger/row-text.ts";
import { foundColumns, isFoundBy, topicOf } from "../ledger/row-topics.ts";
import type { Row } from "../row.ts";
import type { KeptOrder, TableShape } from "../tables/column.ts";
import { currentTables } from "../tables/current-tables.ts";
import {
  anyOrder,
  byPlace,
  type ChosenOrder,
  chooseOrder,
  mergeOrdered,
  numbersWithin,
  orderedLike,
  partsOf,
} from "./kept-orders.ts";
import { countIn, type LedgerPicture } from "./picture.ts";
import { lookedAtTooMany, tooManyToRead } from "./refusals.ts";
import {
  type ColumnOrder,
  type CurrentTable,
  commonValues,
  type FixedValues,
  type FoundRows,
  type Narrowed,
  QueryRefusal,
  type TableQuestion,
} from "./table.ts";

/** Rows that one field may look at: a third of a second of processor time. */
const most = { most: 20_000, what: "rows" } as const;

/** Rows that are read and sorted although an order is kept. */
const mostSorted = 500;

/** The rows of a current table that a question may ask for, each of which counts as seen. */
export async function* currentRows(picture: LedgerPicture, table: string, fixed: FixedValues): AsyncGenerator<Row> {
  needRows(picture, table);
  const { rows } = await fewestOf(picture, table, fixed);
  yield* seen(picture, rows());
}

/** Counts rows that are looked at. */
async function* seen(picture: LedgerPicture, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) {
    const turn = giveWay(picture.signal);
    if (turn !== undefined) await turn;
    picture.see();
    yield row;
  }
}

/**
 * @param kept - the table of the index that the rows are found by
 * @throws QueryRefusal where the rows of a table are not known
 */
export function needRows({ index }: LedgerPicture, table: string, kept = table): void {
  if (!index.knowsState) {
    throw new QueryRefusal(
      `'${table}' is not known: this ledger begins at version ${index.summary.base?.version} with a part of its state`,
      "absent",
    );
  }
  if (!index.has(kept)) throw new QueryRefusal(`'${table}' is not in the index of this node (--index)`, "absent");
}

/** Rows among which are those that a question asks for. */
interface Place {
  count(most: number): Promise<number>;
  rows(): AsyncGenerator<Row>;
}

/** The place with the fewest rows, of those where all rows with some values are. */
async function fewestOf(picture: LedgerPicture, table: string, fixed: FixedValues, others: readonly Place[] = []) {
  const columns = [...fixed.keys()].filter((column) => isFoundBy(table, column));
  const places = [...columns.map((column) => placeBy(picture, table, column, fixed)), ...others];
  const [first = wholeTable(picture, table), ...rest] = places;
  if (rest.length === 0) return first;
  let fewest = { place: first, count: await first.count(most.most + 1) };
  for (const place of rest) {
    const count = await place.count(fewest.count);
    if (count < fewest.count) fewest = { place, count };
  }
  return fewest.place;
}

function wholeTable({ index, signal }: LedgerPicture, table: string): Place {
  return {
    count: (upTo) => index.countRows(table, upTo),
    rows: () => rowsFoundBy(index, table, undefined, signal),
  };
}

function placeBy({ index, signal }: LedgerPicture, table: string, column: string, fixed: FixedValues): Place {
  const values = fixed.get(column)!;
  return {
    async count(upTo) {
      let count = 0;
      for (const value of values) {
        if (count >= upTo) break;
        await giveWay(signal);
        count += await index.countRows(topicOf(table, column, String(value)), upTo - count);
      }
      return count;
    },
    rows: () => rowsFoundBy(index, table, { column, values }, signal),
  };
}

/** The parts of kept orders that have all rows of a question, where it bounds their columns. */
function boundedPlaces(picture: LedgerPicture, table: string, shape: TableShape, question: TableQuestion): Place[] {
  const { index, signal } = picture;
  return [...question.bounds].flatMap(([column, bounds]): Place[] => {
    const chosen = chooseOrder(shape, question, column);
    if (chosen === undefined || chosen.values.length > 1) return [];
    const [part] = partsOf(chosen.order, chosen.values[0], anyOrder, bounds) as [OrderPart];
    return [
      {
        count: (upTo) => index.countRows(topicOfPart(table, part), upTo, part.range),
        async *rows() {
          for await (const { row } of rowsInOrder(index, table, part, signal)) yield row;
        },
      },
    ];
  });
}

/** The rows of a kept order. */
async function* orderedRows(
  picture: LedgerPicture,
  table: string,
  { order, values }: ChosenOrder,
  direction: ColumnOrder,
  question: TableQuestion,
): AsyncGenerator<Row> {
  const { index, signal } = picture;
  async function* ofValue(value: string | undefined) {
    for (const part of partsOf(order, value, direction, question.bounds.get(order.by)))
      yield* rowsInOrder(index, table, part, signal);
  }
  const inOrder = mergeOrdered(values.map(ofValue), byPlace(direction));
  for await (const { row } of inOrder) yield row;
}

/** Ends where more was looked at than one field may. */
async function* bounded(table: string, shape: TableShape, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let looked = 0;
  for await (const row of rows) {
    if (++looked > most.most) throw lookedAtTooMany(table, answeredCurrent(table, shape), most);
    yield row;
  }
}

/** The rows of several places, each once. */
async function* eachOnce(table: string, places: readonly Place[]): AsyncGenerator<Row> {
  const keys = new Set<string>();
  for (const place of places) {
    for await (const row of place.rows()) {
      const key = keyOf(table, row);
      if (keys.has(key)) continue;
      keys.add(key);
      yield row;
    }
  }
}

async function find(
  picture: LedgerPicture,
  table: string,
  shape: TableShape,
  question: TableQuestion,
): Promise<FoundRows> {
  needRows(picture, table);
  const { order, isWhole, alternatives } = question;
  const others = alternatives.length === 1 ? boundedPlaces(picture, table, shape, question) : [];
  const places: Place[] = [];
  for (const fixed of alternatives) places.push(await fewestOf(picture, table, fixed, others));
  const give = (rows: AsyncIterable<Row>, isOrdered: boolean): FoundRows => ({
    rows: seen(picture, bounded(table, shape, rows)),
    isOrdered,
  });
  const rows = (): AsyncIterable<Row> => (places.length === 1 ? places[0]!.rows() : eachOnce(table, places));
  if (order === undefined && !isWhole) return give(rows(), true);
  let count = 0;
  for (const place of places) count += await place.count(most.most + 1 - count);
  const column = order && orderedLike(order, picture.index.knowsTimes);
  const chosen = isWhole || column === undefined ? undefined : chooseOrder(shape, question, column);
  if (chosen !== undefined && count > mostBeside(table, chosen, question))
    return give(orderedRows(picture, table, chosen, order!, question), true);
  if (count > most.most) throw tooManyToRead(table, answeredCurrent(table, shape), question, most);
  return give(rows(), order === undefined);
}

/** Rows that are read and sorted in place of those of a kept order, where the question leads to fewer in another way. */
function mostBeside(table: string, { order }: ChosenOrder, question: TableQuestion): number {
  const isOtherwiseFound = question.alternatives.some((fixed) =>
    [...fixed.keys()].some((column) => column !== order.of && isFoundBy(table, column)),
  );
  const isBounded = [...question.bounds.keys()].some((column) => column !== order.by);
  if (!isOtherwiseFound && !isBounded) return -1;
  // In an order of all rows those that are wanted may be far from each other.
  return order.of === undefined ? most.most : mostSorted;
}

function answeredCurrent(table: string, { columns, orders }: TableShape) {
  return { columns, ...(orders && { orders }), foundBy: foundColumns(table) };
}

/** Counts the rows of a table, all or those with values in one column, or from one number to another, by the entries of the index. */
async function countCurrent(
  picture: LedgerPicture,
  table: string,
  { orders = [] }: TableShape,
  narrowed: Narrowed,
): Promise<number | undefined> {
  needRows(picture, table);
  if (!narrowed.isExact || narrowed.alternatives.length > 1) return undefined;
  const { index } = picture;
  const fixed = commonValues(narrowed);
  const [[column, values] = [], ...others] = [...fixed];
  if (others.length > 0) return undefined;
  if (narrowed.bounds.size > 0) return countBounded(picture, table, orders, narrowed);
  if (column === undefined) return countIn(picture, [(upTo) => index.countRows(table, upTo)]);
  if (!isFoundBy(table, column)) return undefined;
  const topics = values!.map((value) => topicOf(table, column, String(value)));
  return countIn(
    picture,
    topics.map((topic) => (upTo) => index.countRows(topic, upTo)),
  );
}

/** Counts the rows from one number to another, those with values in one column or all. */
async function countBounded(
  picture: LedgerPicture,
  table: string,
  orders: readonly KeptOrder[],
  narrowed: Narrowed,
): Promise<number | undefined> {
  const [[by, bounds], ...others] = [...narrowed.bounds] as [[string, never], ...unknown[]];
  const [[of, values] = [undefined, [undefined]]] = [...commonValues(narrowed)];
  const order = orders.find((each) => each.by === by && each.of === of);
  const { from, to, isExact } = numbersWithin(bounds);
  if (order === undefined || others.length > 0 || !isExact) return undefined;
  const range = placesWithin(from, to);
  return countIn(
    picture,
    values.map((value) => {
      const topic = topicOfPart(table, { order, value: value === undefined ? undefined : String(value) });
      return (upTo) => picture.index.countRows(topic, upTo, range);
    }),
  );
}

function answer(name: string, shape: TableShape): CurrentTable<LedgerPicture> {
  return {
    ...shape,
    foundBy: foundColumns(name),
    rows: (picture, fixed) => currentRows(picture, name, fixed),
    find: (picture, question) => find(picture, name, shape, question),
    count: (picture, narrowed) => countCurrent(picture, name, shape, narrowed),
  };
}

/** The tables of what is now. */
export const currentAnswers: Readonly<Record<string, CurrentTable<LedgerPicture>>> = Object.fromEntries(
  Object.entries<TableShape>(currentTables).map(([name, shape]) => [name, answer(name, shape)]),
);
