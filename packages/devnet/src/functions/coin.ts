import { formatCanonicalStructTag } from "@ledger/types";
import { APT, shiftSupply } from "../effects/coin.ts";
import { depositFungible } from "../effects/fungible.ts";
import { coinStore, coinStoreDeletion } from "../resources/coin.ts";
import { entryFunction } from "./entry-function.ts";

/** Turns the coins of an account into the fungible asset that stands for them; the coin store disappears. */
export const migrateToFungibleStore = entryFunction(
  "0x1::coin::migrate_to_fungible_store",
  [],
  ({ session, sender }) => {
    const type = coinStore(APT.coin);
    const store = session.find(sender, type);
    if (store === undefined) return;
    session.remove(sender, type);
    session.emit(coinStoreDeletion, {
      coinType: formatCanonicalStructTag(APT.coin),
      eventHandleCreationAddress: sender,
      deletedDepositEventHandleCreationNumber: store.depositEvents.key.creationNumber,
      deletedWithdrawEventHandleCreationNumber: store.withdrawEvents.key.creationNumber,
    });
    depositFungible(session, APT.metadata, sender, store.coin);
    shiftSupply(session, APT, -store.coin, store.coin);
  },
);
