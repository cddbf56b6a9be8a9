import { AccountResource, type Address, frameworkTag, resourceKey, type StateView } from "@ledger/types";
import type { Rules } from "@ledger/vm";
import type { TransactionParts } from "../context/transaction-parts.ts";
import type { SystemCall } from "../session/system-call.ts";

const accountTag = frameworkTag("account", "Account");

/**
 * True if a transaction begins by making its sender's account.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.6 | Specification, execution 2.6}
 */
export async function createsSender(rules: Rules, parts: TransactionParts, state: StateView): Promise<boolean> {
  const { sender, feePayer, replayProtector } = parts;
  const isAllowed = rules.defaultAccountResource || (feePayer !== undefined && rules.sponsoredAccountCreation);
  if (!isAllowed || replayProtector.kind !== "SequenceNumber" || replayProtector.value !== 0n) return false;
  return (await state.get(resourceKey(sender.address, accountTag))) === undefined;
}

/** Makes an account where there is none. */
export function createAccountCall(address: Address): SystemCall {
  return {
    module: "account",
    name: "create_account_if_does_not_exist",
    args: [address],
  };
}

/** Sequence number of an account: 0 where there is none. */
export async function sequenceNumberOf(address: Address, state: StateView): Promise<bigint> {
  const item = await state.get(resourceKey(address, accountTag));
  return item === undefined ? 0n : AccountResource.decode(item.bytes).sequenceNumber;
}
