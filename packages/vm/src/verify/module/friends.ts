import type { CompiledModule } from "@ledger/move";
import { bytesEqual } from "@ledger/types";
import { refused } from "../refused.ts";

/**
 * Friends are other modules of the same account.
 *
 * @throws {@link VmError} `INVALID_FRIEND_DECL_WITH_SELF`, `INVALID_FRIEND_DECL_WITH_MODULES_OUTSIDE_ACCOUNT_ADDRESS`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#8.3 | Specification, verifier 8.3}
 */
export function checkFriends({ friends, moduleHandles, self, identifiers, addresses }: CompiledModule): void {
  const own = moduleHandles[self]!;
  const isOwnAddress = (address: number): boolean => bytesEqual(addresses[address]!, addresses[own.address]!);
  if (friends.some(({ address, name }) => isOwnAddress(address) && identifiers[name] === identifiers[own.name])) {
    throw refused("INVALID_FRIEND_DECL_WITH_SELF", "a module is its own friend");
  }
  if (friends.some(({ address }) => !isOwnAddress(address))) {
    throw refused("INVALID_FRIEND_DECL_WITH_MODULES_OUTSIDE_ACCOUNT_ADDRESS", "a friend belongs to another account");
  }
}
