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

/** The page of rows in their order, from a place on. */
function pageOf(rows: readonly PlacedRow[], limit: number): ListPage {
  const next = rows[limit];
  return {
    items: rows.slice(0, limit).map(({ row }) => balanceItem(row)),
    next: next && `${next.row.amount}.${next.id}`,
  };
}

async function pageOfNow(picture: LedgerPicture, asset: string, { start, limit }: PlacedQuestion): Promise<ListPage> {
  const from = readPlace(start);
  const found: PlacedRow[] = [];
  const first = from === undefined ? mostMagnitude : Math.min(mostMagnitude, from.amount.toString(2).length);
  for (let bits = first; bits > 0 && found.length <= limit; bits--) {
    const rows = await rowsOf(picture, heldTopic(asset, bits));
    const wanted = from === undefined ? rows : rows.filter((row) => comparePlaces(placeOf(row), from) >= 0);
    found.push(...wanted.sort((a, b) => comparePlaces(placeOf(a), placeOf(b))));
  }
  return pageOf(found, limit);
}

async function pageOfThen(
  picture: LedgerPicture,
  asset: string,
  { start, limit, version }: PlacedQuestion,
): Promise<ListPage> {
  const from = readPlace(start);
  const found: PlacedRow[] = [];
  for (const { id, row } of await rowsOf(picture, topicOf(table, "asset_type", asset))) {
    const then = await rowAt(picture, table, row, version);
    if (then === undefined || (then.amount as bigint) === 0n) continue;
    const placed = { id, row: then };
    if (from === undefined || comparePlaces(placeOf(placed), from) >= 0) found.push(placed);
  }
  return pageOf(
    found.sort((a, b) => comparePlaces(placeOf(a), placeOf(b))),
    limit,
  );
}

async function rowsOf(picture: LedgerPicture, topic: string): Promise<PlacedRow[]> {
  const found: PlacedRow[] = [];
  for (let after = 0; ; ) {
    const rows = await picture.index.rowsAfter(table, topic, after, readAtOnce);
    for (const row of rows) {
      picture.see();
      found.push(row);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < readAtOnce) return found;
    after = last.id;
    await giveWay();
  }
}
