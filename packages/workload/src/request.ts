import {
  type Address,
  feePayerSigningMessage,
  type MultisigTransactionPayload,
  multiAgentSigningMessage,
  orderlessSequenceNumber,
  type RawTransaction,
  type SignedTransaction,
  signingMessage,
  type TransactionAuthenticator,
  type TransactionExecutable,
  type TransactionPayload,
} from "@ledger/types";
import type { Signer } from "./signers.ts";

/** The work of a transaction: it calls an entry function, or runs a script. */
export type Call = MultisigTransactionPayload;

/** A transaction that one of the people wants. */
export interface TransactionRequest {
  readonly sender: Signer;
  /** Others whose agreement the call needs. */
  readonly cosigners?: readonly Signer[];
  /** The account that pays for gas, where that is not the sender. */
  readonly feePayer?: Signer;
  /** The work; absent where a multisig account runs what its owners agreed on. */
  readonly call?: Call;
  /** The multisig account that runs its next transaction. */
  readonly multisig?: Address;
  /** Makes the transaction orderless. */
  readonly nonce?: bigint;
  readonly maxGasAmount?: bigint;
}

/** The values that the transactions of a ledger have in common at a point in time. */
export interface SigningContext {
  readonly chainId: number;
  /** Seconds since the Unix epoch. */
  readonly nowSecs: bigint;
}

/** Octas for a unit of gas: the least that the ledger takes. */
const usualGasUnitPrice = 100n;
/** Enough for publishing the largest package of the workload. */
const usualMaxGasAmount = 200_000n;
/** Seconds that a transaction may wait. Orderless ones have 60 at most. */
const lifetimeSecs = 50n;

/** Makes and signs a transaction, in the form that the number of its signers calls for. */
export function signRequest(
  request: TransactionRequest,
  sequenceNumber: bigint,
  { chainId, nowSecs }: SigningContext,
): SignedTransaction {
  const rawTxn: RawTransaction = {
    sender: request.sender.address,
    sequenceNumber: request.nonce === undefined ? sequenceNumber : orderlessSequenceNumber,
    payload: payloadOf(request),
    maxGasAmount: request.maxGasAmount ?? usualMaxGasAmount,
    gasUnitPrice: usualGasUnitPrice,
    expirationTimestampSecs: nowSecs + lifetimeSecs,
    chainId,
  };
  return { rawTxn, authenticator: authenticate(rawTxn, request) };
}

function payloadOf({ call, multisig, nonce }: TransactionRequest): TransactionPayload {
  if (nonce !== undefined) {
    const executable: TransactionExecutable = call ?? { kind: "Empty" };
    const extraConfig = { kind: "V1", value: { multisigAddress: multisig, replayProtectionNonce: nonce } } as const;
    return { kind: "Payload", value: { kind: "V1", value: { executable, extraConfig } } };
  }
  if (multisig !== undefined) {
    return { kind: "Multisig", value: { multisigAddress: multisig, transactionPayload: call } };
  }
  if (call === undefined) throw new Error("only a transaction of a multisig account may have no call");
  return call;
}

function authenticate(
  rawTxn: RawTransaction,
  { sender, cosigners, feePayer }: TransactionRequest,
): TransactionAuthenticator {
  if (feePayer === undefined && cosigners === undefined) {
    const own = sender.authenticate(signingMessage(rawTxn));
    if (own.kind === "Ed25519" || own.kind === "MultiEd25519") return own;
    return { kind: "SingleSender", value: { sender: own } };
  }
  const secondarySigners = cosigners ?? [];
  const addresses = secondarySigners.map(({ address }) => address);
  const message =
    feePayer === undefined
      ? multiAgentSigningMessage(rawTxn, addresses)
      : feePayerSigningMessage(rawTxn, addresses, feePayer.address);
  const together = {
    sender: sender.authenticate(message),
    secondarySignerAddresses: addresses,
    secondarySigners: secondarySigners.map((signer) => signer.authenticate(message)),
  };
  if (feePayer === undefined) return { kind: "MultiAgent", value: together };
  return {
    kind: "FeePayer",
    value: { ...together, feePayerAddress: feePayer.address, feePayerSigner: feePayer.authenticate(message) },
  };
}
