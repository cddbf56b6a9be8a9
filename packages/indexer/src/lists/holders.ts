import type { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { giveWay } from "../ledger/give-way.ts";
import type { PlacedRow } from "../ledger/ledger-index.ts";
import { heldTopic, mostMagnitude, topicOf } from "../ledger/row-topics.ts";
import { aptCoin, aptMetadata } from "../rules/coin-types.ts";
import { balanceItem } from "./current-lists.ts";
import { type AnswerList, type ListPage, needTable, type PlacedQuestion, readCursor, subjectOf } from "./list.ts";
import { rowAt } from "./row-at.ts";

const table = "current_fungible_asset_balances";

/** Rows that are read at a time. */
const readAtOnce = 500;

/** Place of a holder among those of an asset: the larger amount first, of equal ones the earlier. */
interface Place {
  readonly amount: bigint;
  readonly id: bigint;
}

/**
 * The holders of an asset, the largest first. Rows are found by the number of bits of their amounts, so that the first pages look at few;
 * at an earlier version all of them are looked at.
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

  constructor({ start, limit }: PlacedQuestion) {
    this.#from = readPlace(start);
    this.#limit = limit;
  }

  /** Most bits that an amount of them has. */
  get mostBits(): number {
    return this.#from === undefined ? mostMagnitude : Math.min(mostMagnitude, this.#from.amount.toString(2).length);
  }

  /** True when nothing smaller is wanted. */
  get isFull(): boolean {
    return this.#first.length > this.#limit;
  }

  add(rows: readonly PlacedRow[]): void {
    const from = this.#from;
    const wanted = from === undefined ? rows : rows.filter((row) => comparePlaces(placeOf(row), from) >= 0);
    if (wanted.length === 0) return;
    const sorted = [...this.#first, ...wanted].sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
    this.#first = sorted.slice(0, this.#limit + 1);
  }

  page(): ListPage {
    const next = this.#first[this.#limit];
    return {
      items: this.#first.slice(0, this.#limit).map(({ row }) => balanceItem(row)),
      next: next && `${next.row.amount}.${next.id}`,
    };
  }
}

async function pageOfNow(picture: LedgerPicture, asset: string, question: PlacedQuestion): Promise<ListPage> {
  const holders = new FirstHolders(question);
  for (let bits = holders.mostBits; bits > 0 && !holders.isFull; bits--) {
    for await (const rows of rowsOf(picture, heldTopic(asset, bits))) holders.add(rows);
  }
  return holders.page();
}

async function pageOfThen(picture: LedgerPicture, asset: string, question: PlacedQuestion): Promise<ListPage> {
  const holders = new FirstHolders(question);
  for await (const rows of rowsOf(picture, topicOf(table, "asset_type", asset))) {
    const held: PlacedRow[] = [];
    for (const { id, row } of rows) {
      const then = await rowAt(picture, table, row, question.version);
      if (then !== undefined && (then.amount as bigint) > 0n) held.push({ id, row: then });
    }
    holders.add(held);
  }
  return holders.page();
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
    await giveWay();
  }
}
