import { u64 } from "@ledger/bcs";
import { Address, structTagsEqual } from "@ledger/types";
import { createAccount } from "../effects/account.ts";
import { APT, transferPaired, VOUCHER } from "../effects/coin.ts";
import { DevnetError } from "../errors.ts";
import { account } from "../resources/chain.ts";
import { entryFunction } from "./entry-function.ts";

/** Makes an account. */
export const createAccountCall = entryFunction(
  "0x1::aptos_account::create_account",
  [Address],
  ({ session }, address) => createAccount(session, address),
);

/** Sends gas currency, to an account that may not exist yet. */
export const transfer = entryFunction(
  "0x1::aptos_account::transfer",
  [Address, u64],
  ({ session, sender }, to, amount) => {
    if (!session.has(to, account)) createAccount(session, to);
    transferPaired(session, APT, sender, to, amount);
  },
);

/** Sends a coin of any type. */
export const transferCoins = entryFunction(
  "0x1::aptos_account::transfer_coins",
  [Address, u64],
  ({ session, sender, typeArgs: [coin] }, to, amount) => {
    const asset = [APT, VOUCHER].find((known) => coin?.kind === "Struct" && structTagsEqual(coin.value, known.coin));
    if (asset === undefined) throw new DevnetError("invalid_definition", "there is no such coin");
    transferPaired(session, asset, sender, to, amount);
  },
);
