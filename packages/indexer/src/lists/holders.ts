import type { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { giveWay } from "../ledger/give-way.ts";
import type { PlacedRow } from "../ledger/ledger-index.ts";
import { heldTopic, mostMagnitude, topicOf } from "../ledger/row-topics.ts";
import type { Row } from "../row.ts";
import { aptCoin, aptMetadata } from "../rules/coin-types.ts";
import { balanceItem } from "./current-lists.ts";
import {
  type AnswerList,
  type ListPage,
  needTable,
  noCursor,
  type PlacedQuestion,
  readCursor,
  subjectOf,
} from "./list.ts";
import { rowAt } from "./row-at.ts";

const table = "current_fungible_asset_balances";

/** Rows that are read at a time. */
const readAtOnce = 500;

/** Holders with as many bits that a page looks at to find the largest. More come in the order in which they came to hold so much. */
const mostSorted = 100_000;

/** Place of a holder among those of an asset: the larger amount first, of equal ones the earlier. */
interface Place {
  readonly amount: bigint;
  readonly id: bigint;
}

/**
 * The holders of an asset, the largest first. Rows are found by the number of bits of their amounts, so that the first pages look at few.
 * Where more than {@link mostSorted} have as many bits, those come in the order in which they came. At an earlier version all are
 * looked at.
 */
export const listHolders: AnswerList = async (picture, question) => {
  needTable(picture, table);
  if (!picture.index.knowsState)
    throw new QueryRefusal("this ledger began in the middle, with a part of its state", "absent");
  const asset = await nameOf(picture, subjectOf(question));
  const isPast = question.version < picture.index.summary.version;
  return isPast ? pageOfThen(picture, asset, question) : pageOfNow(picture, asset, question);
};

/** The name by which balances know an asset: that of its coin, where it is paired with one. */
async function nameOf({ index }: LedgerPicture, asset: string): Promise<string> {
  if (asset === aptMetadata) return aptCoin.type;
  const coin = asset.startsWith("0x") && !asset.includes("::") ? await index.find("coin_types", asset) : undefined;
  return (coin?.asset_type as string | undefined) ?? asset;
}

function readPlace(start: string | undefined): Place | undefined {
  if (start === undefined) return undefined;
  const [amount, id = 0n] = readCursor(start, 2);
  return { amount, id };
}

/** Reads a cursor within the holders of one size that are not sorted; `undefined` for any other. @throws QueryRefusal */
function readUnsortedPlace(start: string | undefined): { readonly bits: number; readonly id: number } | undefined {
  if (start?.startsWith("m") !== true) return undefined;
  const [bits, id] = readCursor(start.slice(1), 2).map(Number) as [number, number];
  if (bits < 1 || bits > mostMagnitude || !Number.isSafeInteger(id)) throw noCursor();
  return { bits, id };
}

const placeOf = ({ id, row }: PlacedRow): Place => ({ amount: row.amount as bigint, id: BigInt(id) });

function comparePlaces(a: Place, b: Place): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The first holders from a place on, of however many are looked at: one more than a page has. */
class FirstHolders {
  readonly #from: Place | undefined;
  readonly #limit: number;
  #first: readonly PlacedRow[] = [];

  /** @param from - the place of the first one that is wanted; the largest of all when absent */
  constructor(limit: number, from: Place | undefined) {
    this.#from = from;
    this.#limit = limit;
  }

  add(rows: readonly PlacedRow[]): void {
    const from = this.#from;
    const wanted = from === undefined ? rows : rows.filter((row) => comparePlaces(placeOf(row), from) >= 0);
    if (wanted.length === 0) return;
    const sorted = [...this.#first, ...wanted].sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
    this.#first = sorted.slice(0, this.#limit + 1);
  }

  get first(): readonly Holder[] {
    return this.#first.map(({ id, row }) => ({ row, cursor: `${row.amount}.${id}` }));
  }
}

/** A holder, and the cursor of a page that begins with it. */
interface Holder {
  readonly row: Row;
  readonly cursor: string;
}

function pageOf(holders: readonly Holder[], { limit }: PlacedQuestion): ListPage {
  return { items: holders.slice(0, limit).map(({ row }) => balanceItem(row)), next: holders[limit]?.cursor };
}

async function pageOfNow(picture: LedgerPicture, asset: string, question: PlacedQuestion): Promise<ListPage> {
  const { start, limit } = question;
  const unsorted = readUnsortedPlace(start);
  const from = unsorted === undefined ? readPlace(start) : undefined;
  const first = unsorted?.bits ?? from?.amount.toString(2).length ?? mostMagnitude;
  const found: Holder[] = [];
  for (let bits = Math.min(mostMagnitude, first); bits > 0 && found.length <= limit; bits--) {
    const left = limit - found.length;
    const topic = heldTopic(asset, bits);
    const sorted = bits === unsorted?.bits ? undefined : await largestOf(picture, topic, left, from);
    const after = bits === unsorted?.bits ? unsorted.id - 1 : 0;
    found.push(...(sorted ?? (await nextOf(picture, topic, left, after, bits))));
  }
  return pageOf(found, question);
}

/** The largest holders of one size from a place on, one more than asked for; `undefined` where there are too many to look at. */
async function largestOf(
  picture: LedgerPicture,
  topic: string,
  limit: number,
  from: Place | undefined,
): Promise<readonly Holder[] | undefined> {
  const holders = new FirstHolders(limit, from);
  let pages = 0;
  for await (const rows of rowsOf(picture, topic)) {
    // A list that has begun with the largest continues with them.
    const isLong = ++pages === 2 && from === undefined;
    if (isLong && (await picture.index.countRows(topic, mostSorted + 1)) > mostSorted) return undefined;
    holders.add(rows);
  }
  return holders.first;
}

/** The holders of one size in the order in which they came, one more than asked for. */
async function nextOf(
  picture: LedgerPicture,
  topic: string,
  limit: number,
  after: number,
  bits: number,
): Promise<readonly Holder[]> {
  const rows = await picture.index.rowsAfter(table, topic, after, limit + 1);
  for (const _ of rows) picture.see();
  return rows.map(({ id, row }) => ({ row, cursor: `m${bits}.${id}` }));
}

async function pageOfThen(picture: LedgerPicture, asset: string, question: PlacedQuestion): Promise<ListPage> {
  const holders = new FirstHolders(question.limit, readPlace(question.start));
  for await (const rows of rowsOf(picture, topicOf(table, "asset_type", asset))) {
    const held: PlacedRow[] = [];
    for (const { id, row } of rows) {
      const then = await rowAt(picture, table, row, question.version);
      if (then !== undefined && (then.amount as bigint) > 0n) held.push({ id, row: then });
    }
    holders.add(held);
  }
  return pageOf(holders.first, question);
}

/** The rows of a topic, some at a time; others have their turn between. */
async function* rowsOf(picture: LedgerPicture, topic: string): AsyncGenerator<readonly PlacedRow[]> {
  for (let after = 0; ; ) {
    const rows = await picture.index.rowsAfter(table, topic, after, readAtOnce);
    for (const _ of rows) picture.see();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < readAtOnce) return;
    after = last.id;
    await giveWay(picture.signal);
  }
}
