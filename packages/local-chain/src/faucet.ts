import { u64 } from "@ledger/bcs";
import {
  Address,
  ORDERLESS_SEQUENCE_NUMBER,
  parseAddress,
  type RawTransaction,
  SignedTransaction,
  signingMessage,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { CORE_ACCOUNT } from "./accounts.ts";
import { LOCAL_CHAIN_ID } from "./genesis/chain-id.ts";

/** Coins for somebody. */
export interface FaucetGrant {
  readonly receiver: Address;
  /** Octas. */
  readonly amount: bigint;
  /** Any number that the faucet has not used in the last minutes, below 2^64. */
  readonly nonce: bigint;
  /** Time of the network, in seconds since the Unix epoch. */
  readonly nowSecs: bigint;
}

const LIFETIME_SECS = 50n;
const MAX_GAS = 500_000n;
const GAS_UNIT_PRICE = 100n;

/**
 * The transaction by which a local network's faucet gives coins: minted, so they never run out, and orderless, so that any number of
 * them may wait at one time.
 *
 * @returns BCS of the signed transaction
 */
export function faucetTransaction({ receiver, amount, nonce, nowSecs }: FaucetGrant): Uint8Array {
  const rawTxn: RawTransaction = {
    sender: CORE_ACCOUNT.address,
    sequenceNumber: ORDERLESS_SEQUENCE_NUMBER,
    payload: {
      kind: "Payload",
      value: {
        kind: "V1",
        value: {
          executable: {
            kind: "EntryFunction",
            value: {
              module: { address: parseAddress("0x1"), name: "aptos_coin" },
              function: "mint",
              typeArgs: [],
              args: [Address.encode(receiver), u64.encode(amount)],
            },
          },
          extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: nonce } },
        },
      },
    },
    maxGasAmount: MAX_GAS,
    gasUnitPrice: GAS_UNIT_PRICE,
    expirationTimestampSecs: nowSecs + LIFETIME_SECS,
    chainId: LOCAL_CHAIN_ID,
  };
  const signature = ed25519.sign(signingMessage(rawTxn), CORE_ACCOUNT.privateKey);
  return SignedTransaction.encode({
    rawTxn,
    authenticator: { kind: "Ed25519", value: { publicKey: CORE_ACCOUNT.publicKey, signature } },
  });
}
