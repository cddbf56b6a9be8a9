import type { StateEntry } from "@ledger/state-store";
import {
  type Address,
  frameworkTag,
  parseAddress,
  parseStructTag,
  resourceGroupKey,
  resourceKey,
  type StructTag,
} from "@ledger/types";
import type { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { MemoryRows } from "../current-rows.ts";
import { keyOf } from "../ledger/row-text.ts";
import { openStateEntry } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { noteCoin } from "../rules/coin-types.ts";
import { putStateRows } from "../rules/put-current.ts";

/** Tables of tokens: those of the first kind are items of tables. */
const ofTokens = ["current_token_datas_v2", "current_token_ownerships_v2", "current_collections_v2"];

const objectGroup = frameworkTag("object", "ObjectGroup");

/** The key of everything that an object holds in its group. */
export function objectKey(address: string): Uint8Array {
  return resourceGroupKey(parseAddress(address), objectGroup);
}

/** The state that a row is made of, in the order in which one transaction's writes of it are looked at. */
function stateOf(table: string, row: Row): Uint8Array[] {
  switch (table) {
    case "current_fungible_asset_balances": {
      const store = objectKey(row.storage_id as string);
      if (typeof row.asset_type_v1 !== "string") return [store];
      const owner = parseAddress(row.owner_address as string);
      return [coinKey("CoinStore", owner, parseStructTag(row.asset_type_v1)), store];
    }
    case "fungible_asset_metadata": {
      const asset = row.asset_type as string;
      if (row.token_standard === "v2") return [objectKey(asset)];
      const coin = parseStructTag(asset);
      return [coinKey("CoinInfo", coin.address, coin)];
    }
    case "current_objects":
      return [objectKey(row.object_address as string)];
    case "current_collections_v2":
      return [objectKey(row.collection_id as string)];
    default:
      return [objectKey(row.token_data_id as string)];
  }
}

function coinKey(name: "CoinStore" | "CoinInfo", address: Address, coin: StructTag): Uint8Array {
  return resourceKey(address, { ...frameworkTag("coin", name), typeArgs: [{ kind: "Struct", value: coin }] });
}

/**
 * A row as it was at a version: the newest one, where nothing was written since, else made of the state of then.
 *
 * @param row - the newest one
 * @returns `undefined` for what was not there at that version
 */
export async function rowAt(
  picture: LedgerPicture,
  table: string,
  row: Row,
  version: bigint,
): Promise<Row | undefined> {
  const written = row.last_transaction_version as bigint;
  if (written <= version) return row;
  if (row.token_standard === "v1" && ofTokens.includes(table)) {
    throw new QueryRefusal("tokens of 0x3 that have changed since are not known at an earlier version");
  }
  const { store, records } = picture.index;
  const rows = new MemoryRows();
  if (typeof row.asset_type_v1 === "string") {
    noteCoin({ type: row.asset_type_v1, tag: parseStructTag(row.asset_type_v1) }, rows);
  }
  const entries: StateEntry[] = [];
  for (const key of stateOf(table, row)) {
    picture.see();
    const entry = await store.readState(version, key);
    if (entry !== undefined) entries.push({ ...entry, key });
  }
  // What is true of both halves of a balance, the later one says.
  for (const entry of entries.sort((a, b) => Number(a.version - b.version))) {
    const view = openStateEntry({ key: entry.key, value: entry.bytes }, await records.placeOf(entry.version));
    putStateRows(view, () => undefined, rows);
  }
  const then = rows.find(table, keyOf(table, row));
  return then && { ...then, last_transaction_version: latestOf(then, row, version) };
}

/** A half of a balance that was removed leaves no state, but the row of now may still say when. */
function latestOf(then: Row, now: Row, version: bigint): bigint {
  const halves = [now.last_transaction_version_v1, now.last_transaction_version_v2];
  const known = halves.filter((each): each is bigint => typeof each === "bigint" && each <= version);
  return [then.last_transaction_version as bigint, ...known].reduce((a, b) => (a > b ? a : b));
}
