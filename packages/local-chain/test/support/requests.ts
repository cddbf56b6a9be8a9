import { u64 } from "@ledger/bcs";
import { sequenceNumberOf } from "@ledger/executor";
import {
  type Address,
  aptMetadataAddress,
  findGroupMember,
  functionCall,
  parseStructTag,
  primaryStoreAddress,
  type RawTransaction,
  ResourceGroup,
  resourceGroupKey,
  SignedTransaction,
  type StateView,
  signingMessage,
  type TransactionPayload,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import type { LocalAccount, LocalChain } from "../../src/index.ts";

const objectGroup = parseStructTag("0x1::object::ObjectGroup");
const fungibleStore = parseStructTag("0x1::fungible_asset::FungibleStore");

/** Octas that an account holds. */
export async function balanceOf(state: StateView, owner: Address): Promise<bigint> {
  const group = await state.get(resourceGroupKey(primaryStoreAddress(owner, aptMetadataAddress), objectGroup));
  if (group === undefined) return 0n;
  return u64.decode(findGroupMember(ResourceGroup.decode(group.bytes), fungibleStore)!.subarray(32, 40));
}

/** A payment of octas. */
export function transfer(to: Address, amount: bigint): TransactionPayload {
  return functionCall("0x1::aptos_account::transfer", [to, u64.encode(amount)]);
}

/** BCS of a transaction of one signer. */
export async function sign(
  chain: LocalChain,
  { address, privateKey, publicKey }: LocalAccount,
  payload: TransactionPayload,
  overrides: Partial<RawTransaction> = {},
): Promise<Uint8Array> {
  const rawTxn: RawTransaction = {
    sender: address,
    sequenceNumber: await sequenceNumberOf(address, chain.state),
    payload,
    maxGasAmount: 200_000n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: chain.timestampUsecs / 1_000_000n + 60n,
    chainId: 4,
    ...overrides,
  };
  const signature = ed25519.sign(signingMessage(rawTxn), privateKey);
  return SignedTransaction.encode({ rawTxn, authenticator: { kind: "Ed25519", value: { publicKey, signature } } });
}
