import { StoreError } from "@ledger/state-store";
import type { LedgerPicture } from "../answering/picture.ts";
import { isTopic, leadingTopic } from "../ledger/row-topics.ts";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { touchedAccounts } from "../rules/account-transactions.ts";
import { fungibleAssetActivities } from "../rules/activities.ts";
import { tokenActivities } from "../rules/token-activities.ts";
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

/** The list of what happened, by a column of a table. */
interface HistoryList {
  readonly table: string;
  readonly column: string;
  readonly rows: (record: RecordView) => readonly Row[];
  readonly item: (row: Row, record: RecordView) => ListItem;
}

/** The lists of what happened, up to a version, the newest first unless the oldest are asked for. */
export const historyLists = {
  account_transactions: listVersions,
  account_activities: listHistory({
    table: "fungible_asset_activities",
    column: "owner_address",
    rows: fungibleAssetActivities,
    item: (row, record) => ({
      ...placeOf(row, record),
      type: textOf(row, "type"),
      asset_type: shortName(row.asset_type),
      amount: digits(row.amount),
      storage: shortName(row.storage_id),
      is_gas_fee: row.is_gas_fee === true,
      is_frozen: typeof row.is_frozen === "boolean" ? row.is_frozen : null,
      function: textOf(row, "entry_function_id_str"),
      success: row.is_transaction_success === true,
    }),
  }),
  token_history: listHistory({
    table: "token_activities_v2",
    column: "token_data_id",
    rows: tokenActivities,
    item: (row, record) => ({
      ...placeOf(row, record),
      type: textOf(row, "type"),
      from: shortName(row.from_address),
      to: shortName(row.to_address),
      amount: digits(row.token_amount),
      property_version: digits(row.property_version_v1),
      before: textOf(row, "before_value"),
      after: textOf(row, "after_value"),
      function: textOf(row, "entry_function_id_str"),
    }),
  }),
} as const satisfies Readonly<Record<string, AnswerList>>;

function placeOf(row: Row, { version, timestampUsecs }: RecordView): ListItem {
  return {
    version: `${version}`,
    // Fees have no event.
    event_index: (row.event_index as bigint) < 0n ? null : Number(row.event_index),
    timestamp: timestampUsecs === undefined ? null : `${timestampUsecs}`,
  };
}

/** The beginning of a page: a version, and how many rows of it were given before. */
function readPlace(start: string | undefined): { readonly version: bigint; readonly given: number } | undefined {
  if (start === undefined) return undefined;
  const [version, given = 0n] = readCursor(start, 2);
  if (version > BigInt(Number.MAX_SAFE_INTEGER) || given > 0xffff_ffffn) throw noCursor();
  return { version, given: Number(given) };
}

function within({ version, order }: PlacedQuestion, start: bigint | undefined): { from?: bigint; to: bigint } {
  if (start === undefined) return { to: version };
  return order === "oldest_first" ? { from: start, to: version } : { to: start < version ? start : version };
}

function listHistory({ table, column, rows, item }: HistoryList): AnswerList {
  return async (picture, question) => {
    needTable(picture, table);
    const { order = "newest_first" } = question;
    const end = order === "amount" ? "newest_first" : order;
    const start = readPlace(question.start);
    const subject = subjectOf(question);
    const topic = leadingTopic(table, column, subject);
    const page = new PageItems(question);
    const { items } = page;
    let seen = 0;
    for await (const version of picture.index.versions(topic, end, picture.signal, within(question, start?.version))) {
      if (page.isFull || seen === seenByPage) return { items, next: `${version}.0` };
      seen += 1;
      const record = await readKept(picture, BigInt(version));
      if (record === undefined) continue;
      const own = rows(record).filter((row) => row[column] === subject);
      const ordered = end === "newest_first" ? own.toReversed() : own;
      const first = start?.version === BigInt(version) ? start.given : 0;
      for (const [place, row] of ordered.entries()) {
        if (place < first) continue;
        if (page.isFull) return { items, next: `${version}.${place}` };
        picture.see();
        page.add(item(row, record));
      }
    }
    return { items, next: undefined };
  };
}

async function touches(picture: LedgerPicture, version: bigint, account: string): Promise<boolean> {
  const record = await readKept(picture, version);
  return record !== undefined && touchedAccounts(record).includes(account);
}

/** A record that is pruned while its list is read is in it no more. */
async function readKept(picture: LedgerPicture, version: bigint): Promise<RecordView | undefined> {
  try {
    return await picture.read(version);
  } catch (error) {
    if (error instanceof StoreError && error.code === "version_pruned") return undefined;
    throw error;
  }
}

/** The versions that touched an account; the API reads their records. */
async function listVersions(
  picture: LedgerPicture,
  question: PlacedQuestion,
): Promise<{ readonly items: readonly ListItem[]; readonly next: string | undefined }> {
  needTable(picture, "account_transactions");
  const { start, limit, order = "newest_first" } = question;
  const end = order === "amount" ? "newest_first" : order;
  const first = start === undefined ? undefined : readCursor(start, 1)[0];
  if (first !== undefined && first > BigInt(Number.MAX_SAFE_INTEGER)) throw noCursor();
  const account = subjectOf(question);
  const topic = leadingTopic("account_transactions", "account_address", account);
  const items: ListItem[] = [];
  let seen = 0;
  for await (const version of picture.index.versions(topic, end, picture.signal, within(question, first))) {
    if (items.length === limit || seen === seenByPage) return { items, next: `${version}` };
    seen += 1;
    picture.see();
    if (!isTopic(account) && !(await touches(picture, BigInt(version), account))) continue;
    items.push({ version: `${version}` });
  }
  return { items, next: undefined };
}
