import type { ListItem, ListName, TableLists } from "@ledger/indexer/lists";
import type { Random } from "@ledger/random";
import type { LedgerSummary } from "@ledger/state-store";
import { plainText } from "./plain-query.ts";
import type { PlainTables, Row } from "./plain-state.ts";
import { long } from "./rest-record.ts";

/** A list, and the rows that it tells of. */
interface ListRule {
  readonly list: ListName;
  readonly table: string;
  /** The column with what the list is of; absent for a list of everything. */
  readonly column?: string;
  readonly isListed?: (row: Row) => boolean;
  /** Members of items, and the columns that they show. */
  readonly shown: Readonly<Record<string, string>>;
  /** True for lists of what happened, which know nothing of a version but what is above it. */
  readonly isHistory?: true;
}

const hasAmount = ({ amount }: Row): boolean => amount !== 0n;

/** Lists of section 4 of the description of the tables. */
const rules: readonly ListRule[] = [
  {
    list: "assets",
    table: "fungible_asset_metadata",
    shown: { asset_type: "asset_type", symbol: "symbol", supply: "supply_v2" },
  },
  {
    list: "account_assets",
    table: "current_fungible_asset_balances",
    column: "owner_address",
    isListed: hasAmount,
    shown: { storage: "storage_id", amount: "amount", is_frozen: "is_frozen", asset_type: "asset_type" },
  },
  {
    list: "asset_holders",
    table: "current_fungible_asset_balances",
    column: "asset_type",
    isListed: hasAmount,
    shown: { storage: "storage_id", amount: "amount", owner: "owner_address" },
  },
  {
    list: "account_objects",
    table: "current_objects",
    column: "owner_address",
    isListed: ({ is_deleted }) => is_deleted === false,
    shown: { address: "object_address", owner: "owner_address" },
  },
  {
    list: "account_tokens",
    table: "current_token_ownerships_v2",
    column: "owner_address",
    isListed: hasAmount,
    shown: { token: "token_data_id", amount: "amount", is_soulbound: "is_soulbound_v2" },
  },
  {
    list: "collection_tokens",
    table: "current_token_datas_v2",
    column: "collection_id",
    isListed: ({ is_deleted_v2 }) => is_deleted_v2 !== true,
    shown: { token: "token_data_id", name: "token_name", uri: "token_uri", description: "description" },
  },
  {
    list: "account_transactions",
    table: "account_transactions",
    column: "account_address",
    shown: { version: "transaction_version" },
    isHistory: true,
  },
  {
    list: "account_activities",
    table: "fungible_asset_activities",
    column: "owner_address",
    shown: { version: "transaction_version", type: "type", amount: "amount", asset_type: "asset_type" },
    isHistory: true,
  },
  {
    list: "token_history",
    table: "token_activities_v2",
    column: "token_data_id",
    shown: {
      version: "transaction_version",
      type: "type",
      from: "from_address",
      to: "to_address",
      before: "before_value",
    },
    isHistory: true,
  },
];

/** Tables as they were at a version. */
export interface TablesThen {
  readonly version: bigint;
  readonly tables: PlainTables;
}

/**
 * Asks for a random list, at the head or at an earlier version, page by page.
 *
 * @param kind - `current` leaves out the lists of what happened
 * @returns what differs, with the question
 */
export async function askList(
  random: Random,
  lists: TableLists,
  ledger: LedgerSummary,
  times: readonly TablesThen[],
  kind: "all" | "current" = "all",
): Promise<string | undefined> {
  const wantedRules = rules.filter(({ isHistory }) => kind === "all" || isHistory === undefined);
  const { list, table, column, isListed = () => true, shown, isHistory } = random.pick(wantedRules);
  const then = random.pick(times);
  const rows = then.tables.list(table);
  const all = times.at(-1)!.tables.list(table);
  const of = column === undefined || all.length === 0 ? undefined : (random.pick(all)[column] as string | null);
  if (of === null || (column !== undefined && of === undefined)) return undefined;
  const order = isHistory && random.once(2) ? ("oldest_first" as const) : undefined;
  const version = then.version === ledger.version && random.once(2) ? undefined : then.version;
  const limit = 1 + random.below(40);
  const items: ListItem[] = [];
  for (let start: string | undefined; ; ) {
    const answer = await lists.list({ list, of, version, start, limit, order }, ledger);
    if ("refusal" in answer) return `${list} of ${of} at ${version}: ${answer.message}`;
    if (answer.items.length > limit) return `${list} of ${of}: a page of more than ${limit}`;
    items.push(...answer.items);
    start = answer.next;
    if (start === undefined) break;
  }
  const wanted = rows.filter((row) => (column === undefined || row[column] === of) && isListed(row));
  const expected = wanted.map((row) => textOf(Object.values(shown).map((name) => row[name] ?? null)));
  const given = items.map((item) => textOf(Object.keys(shown).map((name) => item[name] ?? null)));
  if (isHistory && order === undefined) expected.reverse();
  if (!isHistory) {
    if (list === "asset_holders") {
      const isSorted = items.every(
        (item, i) => i === 0 || BigInt(items[i - 1]!.amount as string) >= BigInt(item.amount as string),
      );
      if (!isSorted) return `${list} of ${of}: not the largest first`;
    }
    expected.sort();
    given.sort();
  }
  const place = expected.findIndex((text, i) => text !== given[i]);
  if (place < 0 && expected.length === given.length) return undefined;
  return `${list} of ${of} at ${version}: ${given[Math.max(0, place)]}, and has to be ${expected[Math.max(0, place)]} (${given.length} of ${expected.length})`;
}

function textOf(values: readonly unknown[]): string {
  return values
    .map((value) => (typeof value === "string" && /^0x[0-9a-f]+$/.test(value) ? long(value) : plainText(value)))
    .join("|");
}
