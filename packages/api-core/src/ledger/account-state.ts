import type { LedgerReader, StatePage, StateQuery } from "@ledger/state-store";
import { type Address, type Awaitable, accountKeyPrefix, bytesEqual } from "@ledger/types";

/** A page without entries, and without one after it. */
const emptyPage: StatePage = { entries: [], next: undefined };

/**
 * Lists state items of one account from a cursor on. A cursor of another account, or of a table, is outside the account: there
 * is nothing to list.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#6.2 | Specification, REST API 6.2}
 */
export function listAccountState(
  store: LedgerReader,
  address: Address,
  query: Omit<StateQuery, "prefix">,
): Awaitable<StatePage> {
  const prefix = accountKeyPrefix(address);
  const { start } = query;
  if (start !== undefined && !bytesEqual(start.subarray(0, prefix.length), prefix)) return emptyPage;
  return store.listState({ ...query, prefix });
}
