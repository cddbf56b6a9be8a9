import { u64 } from "@ledger/bcs";
import { Address } from "@ledger/types";
import { depositFungible, withdrawFungible } from "../effects/fungible.ts";
import { entryFunction } from "./entry-function.ts";

/** Sends a fungible asset from one primary store to another. */
export const transferFungible = entryFunction(
  "0x1::primary_fungible_store::transfer",
  [Address, Address, u64],
  ({ session, sender }, metadata, to, amount) => {
    withdrawFungible(session, metadata, sender, amount);
    depositFungible(session, metadata, to, amount);
  },
);
