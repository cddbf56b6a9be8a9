import type { StoredValue } from "@ledger/state-store";
import {
  aptCoinTag,
  CoinStore,
  FungibleStore,
  formatHex,
  frameworkTag,
  mapKey,
  ObjectCore,
  parseAddress,
  ResourceGroup,
  resourceKey,
} from "@ledger/types";
import { expect, test } from "vitest";
import type { LedgerPicture } from "../src/answering/picture.ts";
import { objectKey, rowAt } from "../src/lists/row-at.ts";
import { aptCoin, aptMetadata, primaryStore } from "../src/rules/coin-types.ts";

// A balance of two halves as it was: the sheet of the tables says that the later writer tells whose it is and whether it is frozen.

const owner = parseAddress("0xa11ce");
const storage = primaryStore(formatHex(owner), aptMetadata);
const handle = { count: 0n, key: { creationNumber: 0n, accountAddress: owner } };

const coinKey = resourceKey(owner, {
  ...frameworkTag("coin", "CoinStore"),
  typeArgs: [{ kind: "Struct", value: aptCoinTag }],
});
const coinStore = (frozen: boolean): Uint8Array =>
  CoinStore.encode({ coin: 3n, frozen, depositEvents: handle, withdrawEvents: handle });
const assetStore = (frozen: boolean): Uint8Array =>
  ResourceGroup.encode(
    new Map([
      [
        frameworkTag("fungible_asset", "FungibleStore"),
        FungibleStore.encode({ metadata: parseAddress(aptMetadata), balance: 4n, frozen }),
      ],
      [
        frameworkTag("object", "ObjectCore"),
        ObjectCore.encode({ guidCreationNum: 0n, owner, allowUngatedTransfer: false, transferEvents: handle }),
      ],
    ]),
  );

function pictureOf(values: readonly (readonly [Uint8Array, StoredValue])[]): LedgerPicture {
  const state = new Map(values.map(([key, value]) => [mapKey(key), value]));
  const index = {
    store: { readState: (_: bigint, key: Uint8Array) => state.get(mapKey(key)) },
    records: { placeOf: (version: bigint) => ({ version, blockHeight: 0n, epoch: 0n, timestampUsecs: undefined }) },
  };
  return { index, see: () => undefined } as unknown as LedgerPicture;
}

const now = {
  storage_id: storage,
  owner_address: formatHex(owner),
  asset_type_v1: aptCoin.type,
  token_standard: "v1",
  last_transaction_version: 9n,
};

test.each([
  ["the store of the asset", 2n, 5n],
  ["the coin store", 5n, 2n],
])("of two halves the later one says whether a balance was frozen: %s", async (_, coinVersion, assetVersion) => {
  const picture = pictureOf([
    [coinKey, { bytes: coinStore(coinVersion > assetVersion), version: coinVersion } as StoredValue],
    [objectKey(storage), { bytes: assetStore(assetVersion > coinVersion), version: assetVersion } as StoredValue],
  ]);
  expect(await rowAt(picture, "current_fungible_asset_balances", now, 7n)).toMatchObject({
    amount: 7n,
    is_frozen: true,
    last_transaction_version: 5n,
  });
});
