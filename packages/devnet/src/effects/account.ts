import { type Address, statelessAccount } from "@ledger/types";
import { account } from "../resources/chain.ts";
import type { Session } from "../state/session.ts";
import { abort } from "./abort.ts";
import { APT } from "./coin.ts";
import { ensurePrimaryStore } from "./fungible.ts";

/** Makes an account whose key is its address, with a store for gas. */
export function createAccount(session: Session, address: Address): void {
  if (session.has(address, account)) abort("already_exists", "0x1::account", "EACCOUNT_ALREADY_EXISTS");
  session.write(address, account, statelessAccount(address));
  ensurePrimaryStore(session, APT.metadata, address);
}
