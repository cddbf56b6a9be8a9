import type { LedgerReader, StateEntry, TableIndexReader } from "@ledger/state-store";
import { bytesToHex, hexToBytes, parseAddress, stateKeyTags, tableItemKey } from "@ledger/types";
import { delegationTableKinds } from "../rules/delegations.ts";
import type { StatePlace } from "./index-head.ts";
import { readRow } from "./row-text.ts";
import { topicOf } from "./row-topics.ts";

/** Values of a column of a table of what is looked up, whose rows are tables of the state with items that rows are made of. */
interface ListedTables {
  readonly table: string;
  readonly column: string;
  readonly value: string;
}

/** The tables of the first tokens by their items, and those of pools of stakes: these in the order in which they lead to each other. */
const listed: readonly ListedTables[] = [
  ...["0x3::token::CollectionData", "0x3::token::TokenData", "0x3::token::Token"].map((value) => {
    return { table: "table_types", column: "value_type", value };
  }),
  ...delegationTableKinds.map((value) => ({ table: "delegation_tables", column: "kind", value })),
];

/** A part of a state, and where the next one begins. */
export interface StateItems {
  readonly entries: readonly StateEntry[];
  /** Absent after the last one. */
  readonly next: StatePlace | undefined;
}

/**
 * Lists a page of what rows are made of: what accounts hold, first by itself and then in groups, since balances of assets look
 * for coins, and then the items of the tables that hold tokens of the first kind, and shares of delegated stakes.
 */
export async function listStatePage(
  store: LedgerReader,
  index: TableIndexReader,
  place: StatePlace,
  version: bigint,
  limit: number,
): Promise<StateItems> {
  const start = place.start === undefined ? undefined : hexToBytes(place.start);
  if (place.pass !== "items") {
    const pathKind = place.pass === "resources" ? "resource" : "resource_group";
    const prefix = Uint8Array.of(stateKeyTags.accessPath);
    const { entries, next } = await store.listState({ version, prefix, pathKind, start, limit });
    const pass = place.pass === "resources" ? "groups" : "items";
    return { entries, next: next === undefined ? { pass } : { pass: place.pass, start: bytesToHex(next) } };
  }
  const table = await tableAt(index, place.table ?? 0);
  if (table === undefined) return { entries: [], next: undefined };
  const prefix = tableItemKey(parseAddress(table.handle), new Uint8Array());
  const { entries, next } = await store.listState({ version, prefix, start, limit });
  return {
    entries,
    next: next === undefined ? { pass: "items", table: table.next } : { ...place, start: bytesToHex(next) },
  };
}

/** Tables are walked kind by kind, in the order of their rows: a place is a kind and the row before. */
async function tableAt(
  index: TableIndexReader,
  place: number,
): Promise<{ readonly handle: string; readonly next: number } | undefined> {
  const [kind, after] = [Math.floor(place / perKind), place % perKind];
  for (let each = kind; each < listed.length; each++) {
    const { table, column, value } = listed[each]!;
    const [row] = await index.listRows(topicOf(table, column, value), each === kind ? after : 0, 1);
    if (row !== undefined) return { handle: readRow(table, row.row).key, next: each * perKind + row.id };
  }
  return undefined;
}

/** More than a ledger has tables of one kind. */
const perKind = 2 ** 40;
