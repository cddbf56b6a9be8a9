import type { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { giveWay } from "../ledger/give-way.ts";
import type { PlacedRow } from "../ledger/ledger-index.ts";
import { placeOf, placesWithin } from "../ledger/places.ts";
import { rowsInOrder } from "../ledger/row-reads.ts";
import { topicOf } from "../ledger/row-topics.ts";
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

/** The order of holders that the index keeps. */
const order = { of: "asset_type", by: "amount" } as const;

/** Place of a holder among those of an asset: the larger amount first, of equal ones the later. */
interface Place {
  readonly amount: bigint;
  readonly id: bigint;
}

/** The holders of an asset, the largest first, as the index keeps them. At an earlier version all are looked at. */
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
  if (id >= BigInt(Number.MAX_SAFE_INTEGER)) throw noCursor();
  return { amount, id };
}

const positionOf = ({ id, row }: PlacedRow): Place => ({ amount: row.amount as bigint, id: BigInt(id) });

const holderOf = ({ id, row }: PlacedRow): Holder => ({ row, cursor: `${row.amount}.${id}` });

function comparePlaces(a: Place, b: Place): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.id > b.id ? -1 : a.id < b.id ? 1 : 0;
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
    const wanted = from === undefined ? rows : rows.filter((row) => comparePlaces(positionOf(row), from) >= 0);
    if (wanted.length === 0) return;
    const sorted = [...this.#first, ...wanted].sort((a, b) => comparePlaces(positionOf(a), positionOf(b)));
    this.#first = sorted.slice(0, this.#limit + 1);
  }

  get first(): readonly Holder[] {
    return this.#first.map(holderOf);
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
  const from = readPlace(question.start);
  // A page begins with the holder that its cursor names.
  const after = from && { place: placeOf(from.amount), id: Number(from.id) + 1 };
  const part = { order, value: asset, range: placesWithin(1n), isDescending: true, after };
  const found: Holder[] = [];
  for await (const placed of rowsInOrder(picture.index, table, part, picture.signal)) {
    picture.see();
    if (found.push(holderOf(placed)) > question.limit) break;
  }
  return pageOf(found, question);
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
