import { listGroupMembers, MoveError } from "@ledger/move";
import { formatHex, formatStructTag, parseAddress, parseStructTag, resourceKey } from "@ledger/types";
import type { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { ObjectTransfer } from "../layouts/tokens.ts";
import { giveWay } from "../ledger/give-way.ts";
import { leadingTopic, topicOf } from "../ledger/row-topics.ts";
import type { Row } from "../row.ts";
import {
  type AnswerList,
  digits,
  type ListItem,
  needTable,
  noCursor,
  PageItems,
  type PlacedQuestion,
  readCursor,
  seenByPage,
  shortName,
  subjectOf,
  textOf,
} from "./list.ts";
import { objectKey, rowAt } from "./row-at.ts";

/** Rows that are read at a time. */
const readAtOnce = 250;

/** The list of a table's rows that have a value in a column. */
interface CurrentList {
  readonly table: string;
  /** Absent where all rows are listed. */
  readonly column?: string;
  /** True for rows that are listed: what is no more is kept, too. */
  readonly isThere: (row: Row) => boolean;
  /** Makes the item of a row; `undefined` for one that was not asked for. */
  readonly item: (
    row: Row,
    picture: LedgerPicture,
    question: PlacedQuestion,
  ) => Promise<ListItem | undefined> | ListItem;
  /** True where objects that were given away since a version have to be looked for. */
  readonly isGivenAway?: true;
}

const hasAmount = (row: Row): boolean => (row.amount as bigint) > 0n;

/** The lists of what is, or was at a version. */
export const currentLists = {
  /** All assets, in the order in which they came. */
  assets: listRows({
    table: "fungible_asset_metadata",
    isThere: () => true,
    item: (row) => assetItem(row),
  }),
  account_assets: listRows({
    table: "current_fungible_asset_balances",
    column: "owner_address",
    isThere: hasAmount,
    isGivenAway: true,
    async item(row, picture, { version }) {
      const asset = await findAt(picture, "fungible_asset_metadata", row.asset_type as string, version);
      return {
        ...balanceItem(row),
        coin_amount: digits(row.amount_v1) ?? "0",
        name: textOf(asset, "name"),
        symbol: textOf(asset, "symbol"),
        decimals: typeof asset?.decimals === "number" ? asset.decimals : null,
        icon_uri: textOf(asset, "icon_uri"),
      };
    },
  }),
  account_objects: listRows({
    table: "current_objects",
    column: "owner_address",
    isThere: (row) => row.is_deleted !== true,
    isGivenAway: true,
    async item(row, picture, { type, version }) {
      const types = await typesOf(picture, row.object_address as string, version);
      if (type !== undefined && !types.includes(type) && !(await hasAlone(picture, row, type, version)))
        return undefined;
      return {
        address: shortName(row.object_address),
        owner: shortName(row.owner_address),
        types: types.filter((each) => each !== "0x1::object::ObjectCore"),
        allows_transfer: row.allow_ungated_transfer === true && row.untransferrable !== true,
        version: digits(row.last_transaction_version),
      };
    },
  }),
  account_tokens: listRows({
    table: "current_token_ownerships_v2",
    column: "owner_address",
    isThere: hasAmount,
    async item(row, picture, { version }) {
      const token = await findAt(picture, "current_token_datas_v2", row.token_data_id as string, version);
      const collection =
        token && (await findAt(picture, "current_collections_v2", token.collection_id as string, version));
      return {
        token: shortName(row.token_data_id),
        standard: textOf(row, "token_standard"),
        amount: digits(row.amount),
        property_version: digits(row.property_version_v1),
        name: textOf(token, "token_name"),
        uri: textOf(token, "token_uri"),
        collection: shortName(token?.collection_id),
        collection_name: textOf(collection, "collection_name"),
        is_soulbound: row.is_soulbound_v2 === true,
        version: digits(row.last_transaction_version),
      };
    },
  }),
  collection_tokens: listRows({
    table: "current_token_datas_v2",
    column: "collection_id",
    isThere: (row) => row.is_deleted_v2 !== true,
    item: (row) => ({
      token: shortName(row.token_data_id),
      standard: textOf(row, "token_standard"),
      name: textOf(row, "token_name"),
      description: textOf(row, "description"),
      uri: textOf(row, "token_uri"),
      properties: typeof row.token_properties === "object" ? row.token_properties : null,
      version: digits(row.last_transaction_version),
    }),
  }),
} as const satisfies Readonly<Record<string, AnswerList>>;

/** The description of an asset. */
function assetItem(row: Row): ListItem {
  return {
    asset_type: shortName(row.asset_type),
    standard: row.token_standard === "v1" ? "coin" : "fungible_asset",
    name: textOf(row, "name"),
    symbol: textOf(row, "symbol"),
    decimals: typeof row.decimals === "number" ? row.decimals : null,
    icon_uri: textOf(row, "icon_uri"),
    project_uri: textOf(row, "project_uri"),
    creator: shortName(row.creator_address),
    supply: digits(row.supply_v2),
    maximum: digits(row.maximum_v2),
    version: digits(row.last_transaction_version),
  };
}

/** A balance, without the description of what it is of. */
export function balanceItem(row: Row): ListItem {
  return {
    asset_type: shortName(row.asset_type),
    owner: shortName(row.owner_address),
    amount: digits(row.amount),
    storage: shortName(row.storage_id),
    is_primary: row.is_primary === true,
    is_frozen: row.is_frozen === true,
    version: digits(row.last_transaction_version),
  };
}

async function findAt(picture: LedgerPicture, table: string, key: string, version: bigint): Promise<Row | undefined> {
  picture.see();
  const row = await picture.index.find(table, key);
  return row && rowAt(picture, table, row, version);
}

/** The types of the resources in an object's group. */
async function typesOf(picture: LedgerPicture, address: string, version: bigint): Promise<readonly string[]> {
  picture.see();
  const group = await picture.index.store.readState(version, objectKey(address));
  if (group === undefined) return [];
  try {
    return listGroupMembers(group.bytes).map(({ tag }) => formatStructTag(tag));
  } catch (error) {
    if (error instanceof MoveError) return [];
    throw error;
  }
}

/** True for an object with a resource outside of its group. */
async function hasAlone(picture: LedgerPicture, row: Row, type: string, version: bigint): Promise<boolean> {
  picture.see();
  const key = resourceKey(parseAddress(row.object_address as string), parseStructTag(type));
  return (await picture.index.store.readState(version, key)) !== undefined;
}

function listRows(list: CurrentList): AnswerList {
  const { table, column, item, isGivenAway } = list;
  return async (picture, question) => {
    const { index } = picture;
    const { start, version } = question;
    needTable(picture, table);
    if (!index.knowsState)
      throw new QueryRefusal("this ledger began in the middle, with a part of its state", "absent");
    const page = new PageItems(question);
    const { items } = page;
    const add = async (row: Row): Promise<void> => {
      const then = await rowAt(picture, table, row, version);
      if (then === undefined || !list.isThere(then) || !isOf(column, then, question)) return;
      const made = await item(then, picture, question);
      if (made !== undefined) page.add(made);
    };
    const isPast = version < index.summary.version;
    const givenStart = readGivenStart(start, isGivenAway === true);
    let seen = 0;
    if (givenStart === undefined) {
      let after = start === undefined ? 0 : Number(readCursor(start, 1)[0]) - 1;
      if (!Number.isSafeInteger(after)) throw noCursor();
      const topic = column === undefined ? table : topicOf(table, column, subjectOf(question));
      for (;;) {
        const rows = await index.rowsAfter(table, topic, after, readAtOnce);
        for (const { id, row } of rows) {
          if (page.isFull || seen === seenByPage) return { items, next: `${id}` };
          picture.see();
          seen += 1;
          await add(row);
          after = id;
        }
        if (rows.length < readAtOnce) break;
        await giveWay(picture.signal);
      }
      if (isGivenAway !== true || !isPast) return { items, next: undefined };
    }
    for (const address of await givenAway(picture, table, question)) {
      if (givenStart !== undefined && address < givenStart) continue;
      if (page.isFull || seen === seenByPage) return { items, next: `g${address.slice(2)}` };
      picture.see();
      seen += 1;
      await giveWay(picture.signal);
      const row = await index.find(table, address);
      if (row !== undefined) await add(row);
    }
    return { items, next: undefined };
  };
}

/** Reads a cursor that names the first of the objects which were given away since; `undefined` for any other. @throws QueryRefusal */
function readGivenStart(start: string | undefined, hasGivenAway: boolean): string | undefined {
  if (!start?.startsWith("g")) return undefined;
  if (!hasGivenAway || !/^g[0-9a-f]{64}$/.test(start)) throw noCursor();
  return `0x${start.slice(1)}`;
}

/** True for a row of what the list is of: at an earlier version it may have been another's. */
function isOf(column: string | undefined, row: Row, question: PlacedQuestion): boolean {
  return column === undefined || row[column] === subjectOf(question);
}

/** The objects that an account has given away since a version: their rows are found by their owners of now. */
async function givenAway(picture: LedgerPicture, table: string, question: PlacedQuestion): Promise<readonly string[]> {
  const { index, signal } = picture;
  const owner = subjectOf(question);
  const history = "token_activities_v2";
  if (!index.has(history))
    throw new QueryRefusal(
      `the list at an earlier version needs the tables of tokens in the index (--index)`,
      "absent",
    );
  const found = new Set<string>();
  const topic = leadingTopic(history, "from_address", owner);
  const within = { from: question.version + 1n };
  for await (const version of index.versions(topic, "oldest_first", signal, within)) {
    const { events } = await picture.read(BigInt(version));
    for (const { type, data } of events) {
      if (type !== "0x1::object::Transfer" && type !== "0x1::object::TransferEvent") continue;
      const moved = ObjectTransfer.decodePrefix(data).value;
      // Others may move what is theirs in the same transaction.
      if (formatHex(moved.from) === owner) found.add(formatHex(moved.object));
    }
  }
  const elsewhere: string[] = [];
  for (const address of found) {
    picture.see();
    const row = await index.find(table, address);
    // What came back is among the rows of the account again.
    if (row !== undefined && row.owner_address !== owner) elsewhere.push(address);
  }
  return elsewhere.sort();
}
