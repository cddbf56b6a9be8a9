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
  const { version: oldest } = { version: index.summary.oldestLedgerVersion };
  const lists = [index.topics.list(name)];
  const named = fixed.get(table.version);
  if (named !== undefined) {
    const kept = named.filter((each) => typeof each === "bigint" && each >= oldest && each <= index.summary.version);
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
  const [account] = question.fixed.get("account_address") ?? [];
  const isPlain = name === "account_transactions" && question.fixed.get("account_address")?.length === 1;
  for (const [position, version] of versions.entries()) {
    if (position % turn === turn - 1) await giveWay();
    if (isPlain) {
      // The topic says all that the row does.
      yield { account_address: account!, transaction_version: BigInt(version) };
      continue;
    }
    const record = await picture.read(BigInt(version));
    const items = record.changes.filter((change) => change.kind === "item");
    const decode = await picture.index.types.decoderOf(name === "table_items" ? items : [], picture.index.view);
    const rows = table.rows(record, decode);
    yield* question.order === "newest_first" ? rows.toReversed() : rows;
  }
}

function answer(name: string, table: HistoryTable): ReadTable<LedgerPicture> {
  const { columns, key, relations, version } = table;
  const shape = { columns, key, version, ...(relations && { relations }) };
  return { ...shape, read: (picture, question) => read(name, table, picture, question) };
}

/** The tables of what happened. */
export const historyAnswers: Readonly<Record<string, ReadTable<LedgerPicture>>> = Object.fromEntries(
  Object.entries<HistoryTable>(historyTables).map(([name, table]) => [name, answer(name, table)]),
);
