import { Address } from "@ledger/types";
import { assertOwner } from "../effects/object.ts";
import { objectCore, objectTransfer } from "../resources/fungible-asset.ts";
import { entryFunction } from "./entry-function.ts";

/** Gives an object to somebody else. */
export const transferObject = entryFunction(
  "0x1::object::transfer",
  [Address, Address],
  ({ session, sender }, object, to) => {
    assertOwner(session, object, sender);
    session.update(object, objectCore, (core) => ({ ...core, owner: to }));
    session.emit(objectTransfer, { object, from: sender, to });
  },
);
