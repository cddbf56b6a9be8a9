import { balanceEdits, resourceEdit, type StateEdit } from "@ledger/executor";
import {
  AccountResource,
  type Address,
  aptMetadataAddress,
  ed25519AuthenticationKey,
  FungibleStore,
  findGroupMember,
  frameworkTag,
  primaryStoreAddress,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type StateView,
  statelessAccount,
} from "@ledger/types";
import type { MoveVm } from "@ledger/vm";
import { coreAccount } from "../accounts.ts";

/**
 * The account that gives coins on a fork. No key of a forked network is known, so this one gets what it is to give by an edit
 * of the state when it is first asked.
 */
export const forkFaucetAddress: Address = ed25519AuthenticationKey(coreAccount.publicKey);

const accountTag = frameworkTag("account", "Account");
const groupTag = frameworkTag("object", "ObjectGroup");
const storeTag = frameworkTag("fungible_asset", "FungibleStore");

/** The octas that it holds beyond the amount to give: enough for fees. */
const reserve = 10_000_000_000n;
/** The octas that it is given at a time. */
const refill = 1_000_000_000_000_000n;

/**
 * What is to be set by hand before the faucet of a fork can give an amount.
 *
 * @param amount - octas
 * @returns nothing where it has enough
 */
export async function forkFaucetEdits(vm: MoveVm, state: StateView, amount: bigint): Promise<readonly StateEdit[]> {
  const held = await balanceOf(state, forkFaucetAddress);
  if (held >= amount + reserve) return [];
  const edits: StateEdit[] = [];
  if ((await state.get(resourceKey(forkFaucetAddress, accountTag))) === undefined) {
    const account = AccountResource.encode(statelessAccount(forkFaucetAddress));
    edits.push(await resourceEdit(state, forkFaucetAddress, accountTag, account));
  }
  const balance = { owner: forkFaucetAddress, asset: aptMetadataAddress, amount: amount + reserve + refill };
  return [...edits, ...(await balanceEdits(vm, state, balance))];
}

async function balanceOf(state: StateView, owner: Address): Promise<bigint> {
  const item = await state.get(resourceGroupKey(primaryStoreAddress(owner, aptMetadataAddress), groupTag));
  const store = item && findGroupMember(ResourceGroup.decode(item.bytes), storeTag);
  return store === undefined ? 0n : FungibleStore.decode(store).balance;
}
