import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { u64 } from "@ledger/bcs";
import { localChainId } from "@ledger/local-chain";
import {
  type Address,
  ed25519AuthenticationKey,
  functionCall,
  type RawTransaction,
  type SignedTransaction,
  sha3_256,
  signingMessage,
} from "@ledger/types";

/** Somebody who sends transactions. */
export interface Sender {
  readonly address: Address;
  readonly publicKey: Uint8Array;
  readonly key: KeyObject;
  sequenceNumber: bigint;
}

const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** An account whose key is known. */
export function senderOf(privateKey: Uint8Array, address?: Address): Sender {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, privateKey]),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = new Uint8Array(spki.subarray(-32));
  return { address: address ?? ed25519AuthenticationKey(publicKey), publicKey, key, sequenceNumber: 0n };
}

/** Accounts whose keys follow from their numbers. */
export function createSenders(count: number): Sender[] {
  return Array.from({ length: count }, (_, index) => {
    const name = new TextEncoder().encode(`bench account ${index}`);
    return senderOf(sha3_256(name));
  });
}

/** Signs the sender's next transfer of coins. */
export function transfer(sender: Sender, receiver: Address, amount: bigint, nowSecs: bigint): SignedTransaction {
  const rawTxn: RawTransaction = {
    sender: sender.address,
    sequenceNumber: sender.sequenceNumber++,
    payload: functionCall("0x1::aptos_account::transfer", [receiver, u64.encode(amount)]),
    maxGasAmount: 2_000n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: nowSecs + 3_600n,
    chainId: localChainId,
  };
  const signature = new Uint8Array(sign(null, signingMessage(rawTxn), sender.key));
  return { rawTxn, authenticator: { kind: "Ed25519", value: { publicKey: sender.publicKey, signature } } };
}

/** Transfers in a ring: every sender sends as often as the others, and all accounts exist. */
export function ringOfTransfers(senders: readonly Sender[], count: number, nowSecs: bigint): SignedTransaction[] {
  return Array.from({ length: count }, (_, index) => {
    const sender = senders[index % senders.length]!;
    const receiver = senders[(index * 7 + 1) % senders.length]!;
    return transfer(sender, receiver === sender ? senders[0]!.address : receiver.address, 1n, nowSecs);
  });
}
