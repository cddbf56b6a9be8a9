import { giveWay } from "../ledger/give-way.ts";
import { topicOf } from "../ledger/ledger-index.ts";
import type { Row } from "../row.ts";
import { type HistoryTable, historyTables } from "../tables/history-tables.ts";
import type { LedgerPicture } from "./picture.ts";
import type { ReadTable, TableQuestion } from "./table.ts";

/** Records after which others have their turn. */
const turn = 100;

/** The versions of the transactions whose rows a question may ask for, ascending. */
function versionsOf({ index }: LedgerPicture, name: string, table: HistoryTable, { fixed }: TableQuestion): number[] {
  const { oldestLedgerVersion: oldest, version: head } = index.summary;
  const lists = [index.topics.list(name)];
  const named = fixed.get(table.version);
  if (named !== undefined) {
    const kept = named.filter((each) => typeof each === "bigint" && each >= oldest && each <= head);
    lists.push(kept.map(Number).sort((a, b) => a - b));
  }
  for (const column of table.topics) {
    const values = fixed.get(column);
    if (values === undefined) continue;
    const found = values.flatMap((value) => index.topics.list(topicOf(name, column, String(value))));
    lists.push(values.length === 1 ? found : [...new Set(found)].sort((a, b) => a - b));
  }
  return [...lists.reduce((shortest, list) => (list.length < shortest.length ? list : shortest))];
}

async function* read(
  name: string,
  table: HistoryTable,
  picture: LedgerPicture,
  question: TableQuestion,
): AsyncGenerator<Row> {
  const versions = versionsOf(picture, name, table, question);
  if (question.order === "newest_first") versions.reverse();
  for (const [position, version] of versions.entries()) {
    if (position % turn === turn - 1) await giveWay();
    const record = await picture.read(BigInt(version));
    const items = name === "table_items" ? record.items : [];
    const decode = await picture.index.types.decoderOf(items, picture.index.view);
    const rows = table.rows(record, decode);
    yield* question.order === "newest_first" ? rows.toReversed() : rows;
  }
}

/** The transactions of one account: its topic says all that the rows do, so an account with many is counted at once. */
async function* readAccount(account: string, { index }: LedgerPicture, { order }: TableQuestion): AsyncGenerator<Row> {
  const versions = index.topics.list(topicOf("account_transactions", "account_address", account));
  for (const version of order === "newest_first" ? versions.toReversed() : versions) {
    yield { account_address: account, transaction_version: BigInt(version) };
  }
}

function answer(name: string, table: HistoryTable): ReadTable<LedgerPicture> {
  const { columns, key, relations, version } = table;
  const shape = { columns, key, version, ...(relations && { relations }) };
  return { ...shape, read: (picture, question) => read(name, table, picture, question) };
}

const answers: Readonly<Record<string, ReadTable<LedgerPicture>>> = Object.fromEntries(
  Object.entries<HistoryTable>(historyTables).map(([name, table]) => [name, answer(name, table)]),
);

/** The tables of what happened. */
export const historyAnswers: Readonly<Record<string, ReadTable<LedgerPicture>>> = {
  ...answers,
  account_transactions: {
    ...answers.account_transactions!,
    read(picture, question) {
      const [account, ...others] = question.fixed.get("account_address") ?? [];
      const isOne = typeof account === "string" && others.length === 0;
      return isOne ? readAccount(account, picture, question) : answers.account_transactions!.read(picture, question);
    },
  },
};
