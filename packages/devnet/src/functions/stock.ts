import { string, u64, vector } from "@ledger/bcs";
import { formatTypeTag } from "@ledger/types";
import { DevnetError } from "../errors.ts";
import { beanShelf } from "../resources/shop.ts";
import { entryFunction } from "./entry-function.ts";

/** Puts a crate of beans on the keeper's shelf of a kind; the older one becomes the spare. */
export const deliverBeans = entryFunction(
  "0xcafe::stock::deliver_beans",
  [string, vector(u64)],
  ({ session, sender, typeArgs: [kind] }, origin, grams) => {
    if (kind === undefined) throw new DevnetError("invalid_definition", "a shelf has a kind");
    const shelf = beanShelf(formatTypeTag(kind));
    const before = session.find(sender, shelf);
    const crate = { goods: grams.map((g) => ({ grams: g, origin })), sealed: true };
    const old = before?.crates[0];
    session.write(sender, shelf, { label: origin, crates: [crate], spare: old && { ...old, sealed: false } });
  },
);
