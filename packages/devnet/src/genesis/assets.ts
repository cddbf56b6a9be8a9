import { type Address, FRAMEWORK_ADDRESS } from "@ledger/types";
import { SHOP_ADDRESS } from "../accounts.ts";
import { BEAN_METADATA } from "../effects/bean.ts";
import { APT, type PairedAsset, VOUCHER } from "../effects/coin.ts";
import { createObject } from "../effects/object.ts";
import { tableHandle } from "../effects/table.ts";
import * as coin from "../resources/coin.ts";
import * as fungible from "../resources/fungible-asset.ts";
import type { Session } from "../state/session.ts";

const MAX_U128 = 2n ** 128n - 1n;

interface AssetNames {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Gas currency and vouchers, both as coin and as fungible asset, and beans, which are a fungible asset only. */
export function initializeAssets(session: Session): void {
  session.write(FRAMEWORK_ADDRESS, coin.coinConversionMap, { table: tableHandle("coinConversion") });
  session.write(FRAMEWORK_ADDRESS, coin.mintCapStore, { dummyField: false });
  initializePair(session, APT, FRAMEWORK_ADDRESS, { name: "Aptos Coin", symbol: "APT", decimals: 8 });
  initializePair(session, VOUCHER, SHOP_ADDRESS, { name: "Coffee Voucher", symbol: "CUP", decimals: 2 });
  initializeFungible(session, BEAN_METADATA, SHOP_ADDRESS, { name: "Coffee Bean", symbol: "BEAN", decimals: 6 });
  const right = BEAN_METADATA;
  session.write(BEAN_METADATA, fungible.beanRefs, { mintRef: right, transferRef: right, burnRef: right });
}

function initializePair(session: Session, asset: PairedAsset, owner: Address, names: AssetNames): void {
  const { metadata } = asset;
  const type = coin.typeInfo(asset.coin);
  session.write(asset.coin.address, coin.coinInfo(asset.coin), {
    ...names,
    supply: { aggregator: undefined, integer: { value: 0n, limit: MAX_U128 } },
  });
  initializeFungible(session, metadata, owner, names);
  session.write(metadata, coin.pairedCoinType, type);
  session.writeItem(coin.conversionTable(tableHandle("coinConversion")), type, metadata);
  session.emit(coin.pairCreation, { coinType: type, fungibleAssetMetadataAddress: metadata });
}

function initializeFungible(session: Session, metadata: Address, owner: Address, names: AssetNames): void {
  createObject(session, metadata, owner);
  session.write(metadata, fungible.metadata, { ...names, iconUri: "", projectUri: "" });
  session.write(metadata, fungible.concurrentSupply, { value: 0n, maxValue: MAX_U128 });
  session.write(metadata, fungible.deriveRefPod, { self: metadata });
}
