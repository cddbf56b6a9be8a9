import { randomBytes } from "node:crypto";
import type { VerbAccessOptions } from "@ledger/devnet/node";
import type { DevnetOptions } from "../config/devnet-options.ts";
import { AddressList } from "../http/client-address.ts";

/** The options of the access to the verbs. */
type VerbOptions = Pick<DevnetOptions, "allowOrigin" | "allowVerbsFrom" | "verbsKey">;

/** Bytes of a key that is made up. */
const madeKeyBytes = 24;

/**
 * Decides on the access to the verbs. A key that the user chose is asked of everybody, so that a proxy on this machine opens nothing; one that is made up,
 * because other machines need one, is asked of those alone.
 */
export function verbAccessOf({ allowOrigin, allowVerbsFrom, verbsKey }: VerbOptions): VerbAccessOptions {
  const pages = { origins: allowOrigin };
  if (allowVerbsFrom === undefined) return { pages, key: verbsKey, needsKey: verbsKey !== undefined };
  const others = new AddressList(allowVerbsFrom);
  return {
    pages,
    key: verbsKey ?? randomBytes(madeKeyBytes).toString("base64url"),
    needsKey: verbsKey !== undefined,
    isAllowed: (address) => others.has(address),
  };
}

/** Lines for the terminal; none where only programs of this machine may use the verbs, without a key. */
export function verbKeyLines({ allowVerbsFrom, verbsKey }: VerbOptions, key: string | undefined): readonly string[] {
  if (key === undefined) return [];
  const from = allowVerbsFrom === undefined ? "" : `, also from ${allowVerbsFrom.join(", ")}`;
  const shown = verbsKey === undefined ? key : "the one of --verbs-key";
  return [`verbs key ${shown}${from}: as LEDGER_VERBS_KEY for tests, as 'authorization: Bearer KEY' by HTTP`];
}
