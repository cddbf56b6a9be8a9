import {
  type AccountAuthenticator,
  AccountResource,
  type Address,
  bytesToHex,
  frameworkTag,
  resourceKey,
  type StateView,
} from "@ledger/types";
import type { TestingRules } from "../context/testing-rules.ts";
import type { TransactionParts } from "../context/transaction-parts.ts";

const accountTag = frameworkTag("account", "Account");

/** True if an account needs no proof on a network for tests. */
export function isImpersonated(
  testing: TestingRules | undefined,
  account: Address,
  authenticator: AccountAuthenticator,
): boolean {
  return authenticator.kind === "NoAccountAuthenticator" && testing?.impersonates?.(account) === true;
}

/** The authentication keys of a transaction's impersonated accounts, as if each had proved its own, by address. */
export async function impersonatedKeys(
  testing: TestingRules | undefined,
  { sender, secondarySigners, secondaryProofs, feePayer }: TransactionParts,
  state: StateView,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const keys = new Map<string, Uint8Array>();
  const participants = [
    sender,
    ...secondarySigners.map((address, i) => ({ address, authenticator: secondaryProofs[i]! })),
  ];
  for (const { address, authenticator } of feePayer ? [...participants, feePayer] : participants) {
    if (!isImpersonated(testing, address, authenticator)) continue;
    const item = await state.get(resourceKey(address, accountTag));
    keys.set(bytesToHex(address), item ? AccountResource.decode(item.bytes).authenticationKey : address);
  }
  return keys;
}
