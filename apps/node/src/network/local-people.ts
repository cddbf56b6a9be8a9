import { setTimeout as delay } from "node:timers/promises";
import {
  developmentAccounts,
  faucetTransaction,
  type LocalAccount,
  localAccounts,
  ownAccount,
} from "@ledger/local-chain";
import {
  type Address,
  aptMetadataAddress,
  formatAddress,
  frameworkTag,
  primaryStoreAddress,
  resourceGroupKey,
  resourceKey,
} from "@ledger/types";
import type { CallLedger } from "../calls/ledger-calls.ts";
import type { AccountOptions } from "../config/account-options.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import { ownKeys } from "./own-keys.ts";

/** Milliseconds to wait for all accounts to be funded. */
const patience = 60_000;
/** Milliseconds between two looks for them. */
const interval = 20;

/** The accounts with funds of a local network: with keys that everybody knows, or with those of its user. @throws NodeStartError */
export async function localPeople(options: AccountOptions): Promise<readonly LocalAccount[]> {
  const keys = await ownKeys(options);
  if (keys === undefined) return developmentAccounts(options.accounts ?? localAccounts.length);
  return keys.map((key, index) => ownAccount(`account${index + 1}`, key));
}

/**
 * Gives coins to the accounts that have never had any, by transactions of the faucet: on the same ledger each of them gets its coins once.
 *
 * @throws Error where the network does not take or execute them
 */
export async function fundPeople(
  people: readonly LocalAccount[],
  location: StoreLocation,
  callLedger: CallLedger,
): Promise<void> {
  const reader = await openReader(location);
  try {
    const summary = (await reader.summary())!;
    const { chainId, timestampUsecs } = summary;
    const hostUsecs = BigInt(Date.now()) * 1_000n;
    // The time of a network may be ahead of the host's.
    const nowSecs = (hostUsecs > timestampUsecs ? hostUsecs : timestampUsecs) / 1_000_000n;
    const isThere = async (address: Address): Promise<boolean> => {
      const { version } = (await reader.summary())!;
      for (const key of keysOf(address)) if ((await reader.readState(version, key)) !== undefined) return true;
      return false;
    };
    const given: LocalAccount[] = [];
    for (const account of people) {
      if (await isThere(account.address)) continue;
      const { address: receiver, balance: amount } = account;
      const [nonce] = crypto.getRandomValues(new BigUint64Array(1));
      const grant = { receiver, amount, nonce: nonce!, nowSecs, chainId };
      const submission = await callLedger("submit", faucetTransaction(grant));
      if (submission.kind === "refused") throw new Error(submission.message);
      given.push(account);
    }
    const end = performance.now() + patience;
    for (const { address } of given) {
      while (!(await isThere(address))) {
        if (performance.now() > end) throw new Error(`${formatAddress(address)} has got none after a minute`);
        await delay(interval);
      }
    }
  } finally {
    await reader.close();
  }
}

/** The state keys of which an account has one when it has been used or paid. */
function keysOf(address: Address): readonly Uint8Array[] {
  const store = primaryStoreAddress(address, aptMetadataAddress);
  return [
    resourceKey(address, frameworkTag("account", "Account")),
    resourceGroupKey(store, frameworkTag("object", "ObjectGroup")),
  ];
}
