import { u64 } from "@ledger/bcs";
import { sequenceNumberOf } from "@ledger/executor";
import { coreAccount, localChainId } from "@ledger/local-chain";
import { functionCall, SignedTransaction, type StateView } from "@ledger/types";

/** What a chain is able to do. */
export interface ChainHealth {
  /** True if it takes a plain transaction. */
  readonly takesTransactions: boolean;
}

const lifetimeSecs = 60n;

/**
 * A plain transaction that does nothing, to see whether a chain takes any. Its proof is empty: only a chain that asks for none takes it.
 *
 * @param nowUsecs - time of the block that is to take it
 * @returns BCS of a signed transaction
 */
export async function probeOf(state: StateView, nowUsecs: bigint): Promise<Uint8Array> {
  const { address } = coreAccount;
  return SignedTransaction.encode({
    rawTxn: {
      sender: address,
      sequenceNumber: await sequenceNumberOf(address, state),
      payload: functionCall("0x1::aptos_account::transfer", [address, u64.encode(0n)]),
      maxGasAmount: 10_000n,
      gasUnitPrice: 100n,
      expirationTimestampSecs: nowUsecs / 1_000_000n + lifetimeSecs,
      chainId: localChainId,
    },
    authenticator: { kind: "SingleSender", value: { sender: { kind: "NoAccountAuthenticator" } } },
  });
}
