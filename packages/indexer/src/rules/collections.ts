import { formatHex } from "@ledger/types";
import { AptosCollection, Collection, ConcurrentSupply, FixedSupply, UnlimitedSupply } from "../layouts/tokens.ts";
import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows, Row } from "../row.ts";
import { textLimits, truncate } from "./truncate.ts";
import { written } from "./written.ts";

/** The table of collections of both kinds. */
export const collectionsTable = "current_collections_v2";

/** A concurrent supply without a bound has this one. */
const unbounded = 2n ** 64n - 1n;

/** Puts the collections that a transaction wrote. */
export function putCollections(record: RecordView, rows: CurrentRows): void {
  for (const { address, type, value } of record.resources) {
    if (type !== "0x4::collection::Collection" || value === undefined) continue;
    if (!record.writes(address, "0x1::object::ObjectCore")) continue;
    const { creator, name, description, uri } = Collection.decodePrefix(value).value;
    const settings = record.written(address, "0x4::aptos_token::AptosCollection", AptosCollection);
    rows.put(collectionsTable, address, {
      collection_id: address,
      creator_address: formatHex(creator),
      collection_name: truncate(name, textLimits.name),
      description,
      uri: truncate(uri, textLimits.uri),
      ...supplyOf(record, address),
      mutable_description: settings?.mutableDescription ?? null,
      mutable_uri: settings?.mutableUri ?? null,
      table_handle_v1: null,
      token_standard: "v2",
      ...written(record),
    });
  }
}

function supplyOf(record: RecordView, address: string): Row {
  const concurrent = record.written(address, "0x4::collection::ConcurrentSupply", ConcurrentSupply);
  const fixed = record.written(address, "0x4::collection::FixedSupply", FixedSupply);
  const unlimited = record.written(address, "0x4::collection::UnlimitedSupply", UnlimitedSupply);
  const bound = concurrent === undefined || concurrent.max === unbounded ? null : concurrent.max;
  const { current, minted } = concurrent ?? fixed ?? unlimited ?? { current: 0n, minted: null };
  const max = concurrent === undefined ? (fixed?.max ?? null) : bound;
  return { current_supply: current, max_supply: max, total_minted_v2: minted };
}
