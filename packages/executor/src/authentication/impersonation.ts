import {
  type AccountAuthenticator,
  AccountResource,
  type Address,
  bytesToHex,
  frameworkTag,
  resourceKey,
  type StateView,
} from "@ledger/types";
import { type SigningKey, signingKeysOf } from "../context/signing-keys.ts";
import type { TestingRules } from "../context/testing-rules.ts";
import type { Participant, TransactionParts } from "../context/transaction-parts.ts";
import { Discard } from "../status/discard.ts";

const accountTag = frameworkTag("account", "Account");

/** True if a proof stands for that of the account's owner on a network for tests. The function of an abstract account always judges for itself. */
export function isImpersonated(
  testing: TestingRules | undefined,
  account: Address,
  { kind }: AccountAuthenticator,
): boolean {
  if (testing?.impersonates === undefined || kind === "Abstract") return false;
  return testing.impersonates(account, kind !== "NoAccountAuthenticator");
}

/** The keys whose signatures must be verified: those of accounts that are not impersonated. */
export function provingKeys(testing: TestingRules | undefined, parts: TransactionParts): readonly SigningKey[] {
  if (testing?.impersonates === undefined) return parts.signingKeys;
  const proving = participantsOf(parts).filter(
    ({ address, authenticator }) => !isImpersonated(testing, address, authenticator),
  );
  return signingKeysOf(proving.map(({ authenticator }) => authenticator));
}

/**
 * Checks that an account whose proof carries nothing still needs none: it may have been impersonated when the transaction came, and not be any more.
 *
 * @throws {@link Discard} `INVALID_SIGNATURE`
 */
export function expectImpersonated(testing: TestingRules | undefined, parts: TransactionParts): void {
  if (testing?.impersonates === undefined) return;
  for (const { address, authenticator } of participantsOf(parts)) {
    if (authenticator.kind === "NoAccountAuthenticator" && !isImpersonated(testing, address, authenticator))
      throw new Discard("INVALID_SIGNATURE");
  }
}

/** The authentication keys of a transaction's impersonated accounts, as if each had proved its own, by address. */
export async function impersonatedKeys(
  testing: TestingRules | undefined,
  parts: TransactionParts,
  state: StateView,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const keys = new Map<string, Uint8Array>();
  for (const { address, authenticator } of participantsOf(parts)) {
    if (!isImpersonated(testing, address, authenticator)) continue;
    const item = await state.get(resourceKey(address, accountTag));
    keys.set(bytesToHex(address), item ? AccountResource.decode(item.bytes).authenticationKey : address);
  }
  return keys;
}

/** Everybody who agrees to a transaction; addresses and proofs are as many, once that is checked. */
function participantsOf({
  sender,
  secondarySigners,
  secondaryProofs,
  feePayer,
}: TransactionParts): readonly Participant[] {
  const secondary = secondaryProofs.map((authenticator, i) => ({
    address: secondarySigners[i] ?? sender.address,
    authenticator,
  }));
  return [sender, ...secondary, ...(feePayer ? [feePayer] : [])];
}
