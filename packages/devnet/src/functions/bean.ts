import { u64 } from "@ledger/bcs";
import { Address, addressesEqual } from "@ledger/types";
import { SHOP_ADDRESS } from "../accounts.ts";
import { abort } from "../effects/abort.ts";
import { BEAN_METADATA } from "../effects/bean.ts";
import { addToSupply, depositFungible, withdrawFungible } from "../effects/fungible.ts";
import { beansMinted } from "../resources/fungible-asset.ts";
import { entryFunction } from "./entry-function.ts";

/** Makes beans; the shop's right alone. */
export const mintBeans = entryFunction("0xcafe::bean::mint", [Address, u64], ({ session, sender }, to, amount) => {
  if (!addressesEqual(sender, SHOP_ADDRESS)) abort("permission_denied", "0xcafe::bean", "ENOT_SHOP");
  addToSupply(session, BEAN_METADATA, amount);
  depositFungible(session, BEAN_METADATA, to, amount);
  session.emit(beansMinted, { to, amount });
});

/** Destroys beans of the sender. */
export const burnBeans = entryFunction("0xcafe::bean::burn", [u64], ({ session, sender }, amount) => {
  withdrawFungible(session, BEAN_METADATA, sender, amount);
  addToSupply(session, BEAN_METADATA, -amount);
});
