import {
  calledFunction,
  type EntryFunction,
  formatAddress,
  formatEntryFunctionId,
  formatHex,
  functionIdOf,
  payloadMultisigAddress,
  replayProtectorOf,
  type SignedTransaction,
} from "@ledger/types";

/** The request of a user transaction, as rows tell of it. Addresses are `0x` and 64 digits. */
export interface UserRequest {
  readonly signed: SignedTransaction;
  readonly sender: string;
  /** The account that paid in the sender's place; `null` where there was none. */
  readonly feePayer: string | null;
  /** All who signed: the sender, others, the payer. */
  readonly signers: readonly string[];
  /** `null` for an orderless transaction. */
  readonly sequenceNumber: bigint | null;
  /** `null` unless the transaction is orderless. */
  readonly nonce: bigint | null;
  /** The function that was called, also by a multisig account; `undefined` for scripts. */
  readonly called: EntryFunction | undefined;
  /** That function as `0x1::coin::transfer`; `null` for scripts. */
  readonly functionId: string | null;
  /** Address of the multisig account that the call was made for; `null` where there was none. */
  readonly multisig: string | null;
}

/** Reads the request of a user transaction. */
export function readRequest(signed: SignedTransaction): UserRequest {
  const { rawTxn, authenticator } = signed;
  const sender = formatHex(rawTxn.sender);
  const others =
    authenticator.kind === "MultiAgent" || authenticator.kind === "FeePayer"
      ? authenticator.value.secondarySignerAddresses.map(formatHex)
      : [];
  const feePayer = authenticator.kind === "FeePayer" ? formatHex(authenticator.value.feePayerAddress) : null;
  const protector = replayProtectorOf(rawTxn);
  const called = calledFunction(rawTxn.payload);
  const multisig = payloadMultisigAddress(rawTxn.payload);
  return {
    signed,
    sender,
    feePayer,
    signers: [sender, ...others, ...(feePayer === null ? [] : [feePayer])],
    sequenceNumber: protector.kind === "SequenceNumber" ? protector.value : null,
    nonce: protector.kind === "Nonce" ? protector.value : null,
    called,
    functionId: called === undefined ? null : formatEntryFunctionId(functionIdOf(called)),
    multisig: multisig === undefined ? null : formatAddress(multisig),
  };
}
