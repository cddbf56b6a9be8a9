import type { LedgerReader, StateEntry, TableIndexReader } from "@ledger/state-store";
import { bytesToHex, hexToBytes, parseAddress, stateKeyTags, tableItemKey } from "@ledger/types";
import type { StatePlace } from "./index-head.ts";
import { readRow } from "./row-text.ts";
import { topicOf } from "./row-topics.ts";

/** Items that rows of the first tokens are made of: the first page of the topic of each type has its tables. */
const legacyValues = ["0x3::token::CollectionData", "0x3::token::TokenData", "0x3::token::Token"];

/** A part of a state, and where the next one begins. */
export interface StateItems {
  readonly entries: readonly StateEntry[];
  /** Absent after the last one. */
  readonly next: StatePlace | undefined;
}

/**
 * Lists a page of what rows are made of: what accounts hold, first by itself and then in groups, since balances of assets look
 * for coins, and then the items of the tables that hold tokens of the first kind.
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
  for (let each = kind; each < legacyValues.length; each++) {
    const topic = topicOf("table_types", "value_type", legacyValues[each]!);
    const [row] = await index.listRows(topic, each === kind ? after : 0, 1);
    if (row !== undefined) return { handle: readRow("table_types", row.row).key, next: each * perKind + row.id };
  }
  return undefined;
}

/** More than a ledger has tables of tokens. */
const perKind = 2 ** 40;
