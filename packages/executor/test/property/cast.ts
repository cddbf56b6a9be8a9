import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { bytes, u64 } from "@ledger/bcs";
import { buildScript } from "@ledger/move";
import {
  type AccountAuthenticator,
  type Address,
  ed25519AuthenticationKey,
  feePayerSigningMessage,
  formatAddressLong,
  MultisigTransactionPayload,
  multiAgentSigningMessage,
  orderlessSequenceNumber,
  parseAddress,
  type RawTransaction,
  type SignedTransaction,
  sha3_256,
  signingMessage,
  type TransactionPayload,
} from "@ledger/types";
import { counterModule, publish } from "../support/counter-package.ts";
import { entry } from "../support/local-chain.ts";

const localChainId = 4;
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** Somebody who signs. */
export interface Actor {
  readonly address: Address;
  readonly publicKey: Uint8Array;
  readonly key: KeyObject;
}

export function actor(name: string, address?: Address): Actor {
  const secret = sha3_256(new TextEncoder().encode(name));
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = new Uint8Array(spki.subarray(-32));
  return { address: address ?? ed25519AuthenticationKey(publicKey), publicKey, key };
}

function agree({ key, publicKey }: Actor, message: Uint8Array): AccountAuthenticator & { readonly kind: "Ed25519" } {
  return { kind: "Ed25519", value: { publicKey, signature: new Uint8Array(sign(null, message, key)) } };
}

/** Everything but the payload and the signers. */
export type Terms = Pick<RawTransaction, "sequenceNumber" | "expirationTimestampSecs"> &
  Partial<Pick<RawTransaction, "maxGasAmount" | "gasUnitPrice" | "chainId">>;

function raw(sender: Actor, payload: TransactionPayload, terms: Terms): RawTransaction {
  return {
    sender: sender.address,
    payload,
    maxGasAmount: 20_000n,
    gasUnitPrice: 100n,
    chainId: localChainId,
    ...terms,
  };
}

export function signed(sender: Actor, payload: TransactionPayload, terms: Terms): SignedTransaction {
  const rawTxn = raw(sender, payload, terms);
  return { rawTxn, authenticator: agree(sender, signingMessage(rawTxn)) };
}

export function sponsored(sender: Actor, payer: Actor, payload: TransactionPayload, terms: Terms): SignedTransaction {
  const rawTxn = raw(sender, payload, terms);
  const message = feePayerSigningMessage(rawTxn, [], payer.address);
  return {
    rawTxn,
    authenticator: {
      kind: "FeePayer",
      value: {
        sender: agree(sender, message),
        secondarySignerAddresses: [],
        secondarySigners: [],
        feePayerAddress: payer.address,
        feePayerSigner: agree(payer, message),
      },
    },
  };
}

export function together(sender: Actor, second: Actor, payload: TransactionPayload, terms: Terms): SignedTransaction {
  const rawTxn = raw(sender, payload, terms);
  const message = multiAgentSigningMessage(rawTxn, [second.address]);
  return {
    rawTxn,
    authenticator: {
      kind: "MultiAgent",
      value: {
        sender: agree(sender, message),
        secondarySignerAddresses: [second.address],
        secondarySigners: [agree(second, message)],
      },
    },
  };
}

export function orderless(sender: Actor, payload: TransactionPayload, nonce: bigint, terms: Terms): SignedTransaction {
  if (payload.kind !== "EntryFunction") throw new Error("only entry functions here");
  const wrapped: TransactionPayload = {
    kind: "Payload",
    value: {
      kind: "V1",
      value: {
        executable: payload,
        extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: nonce } },
      },
    },
  };
  return signed(sender, wrapped, { ...terms, sequenceNumber: orderlessSequenceNumber });
}

const apt = "0x1::aptos_coin::AptosCoin";
const metadata = parseAddress("0xa");

/** The ways to move coins. */
export const transfers: readonly ((to: Address, amount: bigint) => TransactionPayload)[] = [
  (to, amount) => entry("0x1::aptos_account::transfer", [to, u64.encode(amount)]),
  (to, amount) => entry("0x1::aptos_account::transfer_coins", [to, u64.encode(amount)], [apt]),
  (to, amount) => entry("0x1::aptos_account::fungible_transfer_only", [to, u64.encode(amount)]),
  (to, amount) =>
    entry(
      "0x1::primary_fungible_store::transfer",
      [metadata, to, u64.encode(amount)],
      ["0x1::fungible_asset::Metadata"],
    ),
];

/** A script for two signers that does nothing. */
export const twoSigners: TransactionPayload = {
  kind: "Script",
  value: { code: buildScript({ params: ["&signer", "&signer"], code: [["ret"]] }), typeArgs: [], args: [] },
};

/** Ways to fail while running. */
export const failures: readonly TransactionPayload[] = [
  entry("0x1::aptos_account::nothing", []),
  entry("0x1::aptos_account::transfer", [parseAddress("0x1")]),
  entry("0x2::nowhere::at_all", []),
  entry("0x1::code::publish_package_txn", [Uint8Array.of(0), Uint8Array.of(0)]),
];

export function publishCounter(owner: Actor, step: number): TransactionPayload {
  return publish(counterModule(owner.address, step));
}

export function callCounter(owner: Actor, name: "bump" | "fail" | "spin"): TransactionPayload {
  return entry(`${formatAddressLong(owner.address)}::counter::${name}`, []);
}

export function createMultisig(): TransactionPayload {
  return entry("0x1::multisig_account::create", [u64.encode(1n), Uint8Array.of(0), Uint8Array.of(0)]);
}

/** Proposes that a multisig account transfers coins. */
export function propose(multisig: Address, payload: TransactionPayload): TransactionPayload {
  if (payload.kind !== "EntryFunction") throw new Error("only entry functions here");
  const encoded = MultisigTransactionPayload.encode(payload);
  return entry("0x1::multisig_account::create_transaction", [multisig, bytes.encode(encoded)]);
}

export function executeMultisig(multisigAddress: Address): TransactionPayload {
  return { kind: "Multisig", value: { multisigAddress, transactionPayload: undefined } };
}
