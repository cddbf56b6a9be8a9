import type { LocalAccount } from "@ledger/local-chain";
import { createNodeApi } from "../api/api-settings.ts";
import type { CallLedger } from "../calls/ledger-calls.ts";
import type { StartOptions } from "../config/start-options.ts";
import type { Logger } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import { StoreFollower } from "./follow-store.ts";
import { knownNames } from "./known-names.ts";
import { TransactionLog } from "./transaction-log.ts";

/** Shows the events of a local network in the log. */
export interface Activity extends AsyncDisposable {
  /** Says that something was committed. */
  note(): void;
}

/** Begins to tell what happens on the local network of a node, by a connection of its own: commits do not wait for it. */
export async function openActivity(
  options: StartOptions,
  location: StoreLocation,
  log: Logger,
  callLedger: CallLedger,
  people: readonly LocalAccount[],
): Promise<Activity> {
  const reader = await openReader(location);
  const api = createNodeApi(options, { store: reader, callLedger });
  const transactions = new TransactionLog(log, api, await knownNames(people));
  const follower = await StoreFollower.open(reader, transactions);
  return {
    note: () => follower.note(),
    async [Symbol.asyncDispose]() {
      await transactions.close();
      await reader.close();
    },
  };
}
