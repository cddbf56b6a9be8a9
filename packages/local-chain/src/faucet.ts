import { u64 } from "@ledger/bcs";
import {
  Address,
  functionCall,
  orderlessSequenceNumber,
  type RawTransaction,
  SignedTransaction,
  signingMessage,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { coreAccount } from "./accounts.ts";
import { forkFaucetAddress } from "./fork/fork-faucet.ts";
import { localChainId } from "./genesis/chain-id.ts";

/** Coins for an account. */
export interface FaucetGrant {
  readonly receiver: Address;
  /** Octas. */
  readonly amount: bigint;
  /** Any number that the faucet has not used in the last minutes, below 2^64. */
  readonly nonce: bigint;
  /** Time of the network, in seconds since the Unix epoch. */
  readonly nowSecs: bigint;
  /** That of local networks when absent. */
  readonly chainId?: number | undefined;
  /** True on a fork: no account may mint there, so the coins come from an account that the fork fills. */
  readonly isFork?: boolean | undefined;
}

const lifetimeSecs = 50n;
const maxGas = 500_000n;
const faucetGasUnitPrice = 100n;

/**
 * The transaction by which a local network's faucet gives coins: minted, so they never run out, and orderless, so that any number of
 * them may wait at one time.
 *
 * @returns BCS of the signed transaction
 */
export function faucetTransaction({
  receiver,
  amount,
  nonce,
  nowSecs,
  chainId = localChainId,
  isFork = false,
}: FaucetGrant): Uint8Array {
  const rawTxn: RawTransaction = {
    sender: isFork ? forkFaucetAddress : coreAccount.address,
    sequenceNumber: orderlessSequenceNumber,
    payload: {
      kind: "Payload",
      value: {
        kind: "V1",
        value: {
          executable: functionCall(isFork ? "0x1::aptos_account::transfer" : "0x1::aptos_coin::mint", [
            Address.encode(receiver),
            u64.encode(amount),
          ]),
          extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: nonce } },
        },
      },
    },
    maxGasAmount: maxGas,
    gasUnitPrice: faucetGasUnitPrice,
    expirationTimestampSecs: nowSecs + lifetimeSecs,
    chainId,
  };
  const signature = ed25519.sign(signingMessage(rawTxn), coreAccount.privateKey);
  return SignedTransaction.encode({
    rawTxn,
    authenticator: { kind: "Ed25519", value: { publicKey: coreAccount.publicKey, signature } },
  });
}
