import { formatAddress, formatHex } from "@ledger/types";
import { AssetMetadata, AssetSupply, CoinInfo, ConcurrentAssetSupply } from "../layouts/assets.ts";
import { noAccount } from "../record/event.ts";
import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows, Row } from "../row.ts";
import { ownerOf } from "./balances.ts";
import { coinOf } from "./coin-types.ts";
import { textLimits, truncate } from "./truncate.ts";

const table = "fungible_asset_metadata";

/** Puts the assets and coins whose descriptions a transaction wrote. A group that changes brings its supply, too. */
export function putMetadata(record: RecordView, rows: CurrentRows): void {
  for (const change of record.resources) {
    const { address, type, value } = change;
    if (value === undefined) continue;
    const coin = coinOf(change, "0x1::coin::CoinInfo");
    if (coin !== undefined) rows.put(table, coin.type, coinRow(record, coin.type, formatHex(coin.tag.address), value));
    if (type === "0x1::fungible_asset::Metadata") rows.put(table, address, assetRow(record, address, value));
  }
}

function coinRow(record: RecordView, type: string, creator: string, value: Uint8Array): Row {
  const { name, symbol, decimals, supply } = CoinInfo.decodePrefix(value).value;
  const aggregator = supply?.aggregator;
  return {
    asset_type: type,
    creator_address: creator,
    name: truncate(name, textLimits.coin),
    symbol: truncate(symbol, textLimits.coin),
    decimals,
    icon_uri: null,
    project_uri: null,
    supply_aggregator_table_handle_v1: aggregator === undefined ? null : formatHex(aggregator.handle),
    // As the text of the resource has it, where other addresses of the table are written out.
    supply_aggregator_table_key_v1: aggregator === undefined ? null : formatAddress(aggregator.key),
    supply_v2: null,
    maximum_v2: null,
    token_standard: "v1",
    ...written(record),
  };
}

function assetRow(record: RecordView, address: string, value: Uint8Array): Row {
  const { name, symbol, decimals, iconUri, projectUri } = AssetMetadata.decodePrefix(value).value;
  return {
    asset_type: address,
    creator_address: ownerOf(record, address) ?? noAccount,
    name,
    symbol,
    decimals,
    icon_uri: iconUri,
    project_uri: projectUri,
    supply_aggregator_table_handle_v1: null,
    supply_aggregator_table_key_v1: null,
    ...supplyOf(record, address),
    token_standard: "v2",
    ...written(record),
  };
}

function supplyOf(record: RecordView, address: string): Row {
  const plain = record.written(address, "0x1::fungible_asset::Supply", AssetSupply);
  if (plain !== undefined) return { supply_v2: plain.current, maximum_v2: plain.maximum ?? null };
  const concurrent = record.written(address, "0x1::fungible_asset::ConcurrentSupply", ConcurrentAssetSupply);
  return { supply_v2: concurrent?.value ?? null, maximum_v2: concurrent?.maxValue ?? null };
}

function written({ version, seconds }: RecordView): Row {
  return { is_token_v2: null, last_transaction_version: version, last_transaction_timestamp: seconds };
}
