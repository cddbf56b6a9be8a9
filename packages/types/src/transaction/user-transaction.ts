import { type Codec, struct, u8, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";
import { TransactionAuthenticator } from "./authenticator/transaction-authenticator.ts";
import { submittedPayload } from "./encrypted-payload.ts";
import { payloadExtraConfig, TransactionPayload } from "./payload.ts";
import type { ReplayProtector } from "./replay-protector.ts";

/** The content of a transaction that its sender signs. */
export interface RawTransaction {
  readonly sender: Address;
  readonly sequenceNumber: bigint;
  readonly payload: TransactionPayload;
  /** Gas units. */
  readonly maxGasAmount: bigint;
  /** Octas per gas unit. */
  readonly gasUnitPrice: bigint;
  /** Seconds since the Unix epoch. */
  readonly expirationTimestampSecs: bigint;
  readonly chainId: number;
}

/** BCS of a raw transaction. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const RawTransaction: Codec<RawTransaction> = struct("RawTransaction", {
  sender: Address,
  sequenceNumber: u64,
  payload: TransactionPayload,
  maxGasAmount: u64,
  gasUnitPrice: u64,
  expirationTimestampSecs: u64,
  chainId: u8,
});

/** A user's transaction, as it is submitted and stored. */
export interface SignedTransaction {
  readonly rawTxn: RawTransaction;
  readonly authenticator: TransactionAuthenticator;
}

/** BCS of a signed transaction. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const SignedTransaction: Codec<SignedTransaction> = struct("SignedTransaction", {
  rawTxn: RawTransaction,
  authenticator: TransactionAuthenticator,
});

/** The nonce of an orderless transaction, else the sequence number. */
export function replayProtectorOf(transaction: RawTransaction): ReplayProtector {
  const nonce = payloadExtraConfig(transaction.payload)?.value.replayProtectionNonce;
  if (nonce !== undefined) return { kind: "Nonce", value: nonce };
  return { kind: "SequenceNumber", value: transaction.sequenceNumber };
}

/**
 * The transaction as its sender signed it. It differs from the stored one when its payload was encrypted: signatures and the
 * transaction hash cover the payload as it was submitted, not its decrypted form.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.3 | Specification, chain types 3.3}
 */
export function submittedTransaction(transaction: RawTransaction): RawTransaction {
  const { payload } = transaction;
  if (payload.kind !== "EncryptedPayload" || payload.value.kind === "Encrypted") return transaction;
  const submitted = { kind: "Encrypted", value: submittedPayload(payload.value) } as const;
  return { ...transaction, payload: { kind: "EncryptedPayload", value: submitted } };
}
