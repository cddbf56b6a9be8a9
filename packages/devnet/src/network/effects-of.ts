import { failureJson } from "@ledger/api-core";
import { balanceChanges } from "@ledger/executor";
import type { MemoryStore } from "@ledger/state-store/memory";
import type { ForkSource } from "@ledger/sync/fork";
import { formatAddress, parseHash, stateWrites, WriteSet } from "@ledger/types";
import { functionText } from "@ledger/vm";
import type { Report } from "./execution-result.ts";
import type { NetworkRules } from "./network-rules.ts";
import { storedState } from "./stored-items.ts";

/** The effects of a committed transaction that its record does not hold. @param hash - of the transaction, as the API writes it */
export async function effectsOf(
  store: MemoryStore,
  fork: ForkSource | undefined,
  rules: NetworkRules,
  hash: string,
): Promise<Pick<Report, "balance_changes" | "prints" | "failure">> {
  const version = store.findVersionByHash(parseHash(hash));
  if (version === undefined) return {};
  const notes = rules.notesOf(hash.slice(2));
  const record = store.readRecord(version);
  const balances = await balanceChanges(
    storedState(store, fork, version - 1n),
    stateWrites(WriteSet.decode(record.writeSet)),
  );
  return {
    balance_changes: balances.map(({ owner, asset, before, after }) => ({
      owner: formatAddress(owner),
      asset,
      before: `${before}`,
      after: `${after}`,
    })),
    prints: (notes?.prints ?? []).map(({ text, location }) => ({
      text,
      function: location && functionText(location),
    })),
    failure: notes?.failure && failureJson(notes.failure),
  };
}
