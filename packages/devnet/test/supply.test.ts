import {
  type Address,
  CoinStore,
  ConcurrentFungibleBalance,
  FungibleStore,
  formatAddress,
  formatStructTag,
  Path,
  ResourceGroup,
} from "@ledger/types";
import { expect, test } from "vitest";
import { APT, VOUCHER } from "../src/effects/coin.ts";
import { stakePool } from "../src/resources/chain.ts";
import { coinInfo } from "../src/resources/coin.ts";
import { concurrentSupply } from "../src/resources/fungible-asset.ts";
import { Replay } from "./support/replay.ts";
import { runBlocks } from "./support/run.ts";

/** What is held and what there should be, by the name of a coin or the address of an asset's metadata. */
interface Sums {
  readonly held: Record<string, bigint>;
  readonly supply: Record<string, bigint>;
}

function sumUp(replay: Replay): Sums {
  const held: Record<string, bigint> = {};
  const supply: Record<string, bigint> = {};
  const hold = (asset: string, amount: bigint): void => {
    held[asset] = (held[asset] ?? 0n) + amount;
  };
  const metadataOf = (store: Address): string => formatAddress(store);
  for (const { key, data } of replay.items.values()) {
    if (key.kind !== "AccessPath") continue;
    const path = Path.decode(key.value.path);
    if (path.kind === "Resource") {
      const type = formatStructTag(path.value);
      for (const { coin } of [APT, VOUCHER]) {
        const name = formatStructTag(coin);
        if (type === `0x1::coin::CoinStore<${name}>`) hold(name, CoinStore.decode(data).coin);
        if (type === `0x1::coin::CoinInfo<${name}>`)
          supply[name] = coinInfo(coin).codec.decode(data).supply!.integer!.value;
      }
      if (type === "0x1::stake::StakePool") hold(formatStructTag(APT.coin), stakePool.codec.decode(data).active);
    }
    if (path.kind === "ResourceGroup") {
      const members = new Map(Array.from(ResourceGroup.decode(data), ([tag, value]) => [tag.name, value]));
      const store = members.get("FungibleStore");
      const concurrent = members.get("ConcurrentFungibleBalance");
      if (store !== undefined) {
        const { metadata, balance } = FungibleStore.decode(store);
        hold(
          metadataOf(metadata),
          concurrent === undefined ? balance : ConcurrentFungibleBalance.decode(concurrent).value,
        );
      }
      const total = members.get("ConcurrentSupply");
      if (total !== undefined) supply[formatAddress(key.value.address)] = concurrentSupply.codec.decode(total).value;
    }
  }
  return { held, supply };
}

test("what all accounts hold is what there is, in every form, after every block", async () => {
  const replay = new Replay();
  for (const [height, page] of (await runBlocks(75)).entries()) {
    for (const record of page) replay.apply(record);
    const { held, supply } = sumUp(replay);
    expect(held, `block ${height}`).toEqual(supply);
    expect(Object.keys(supply)).toHaveLength(5);
  }
});
