import {
  type AccountAuthenticator,
  feePayerSigningMessage,
  multiAgentSigningMessage,
  type RawTransaction,
  type SignedTransaction,
  signingMessage,
  type TransactionAuthenticator,
} from "@ledger/types";
import type { Signer } from "../accounts.ts";

/** Everybody who signs a transaction. */
export interface Signatories {
  readonly sender: Signer;
  readonly cosigners?: readonly Signer[];
  readonly feePayer?: Signer;
}

/** Signs a transaction by all whom it concerns, in the form that their number and kind call for. */
export function signTransaction(rawTxn: RawTransaction, signatories: Signatories): SignedTransaction {
  return { rawTxn, authenticator: authenticate(rawTxn, signatories) };
}

function authenticate(rawTxn: RawTransaction, { sender, cosigners, feePayer }: Signatories): TransactionAuthenticator {
  const secondarySigners = cosigners ?? [];
  const addresses = secondarySigners.map(({ address }) => address);
  if (feePayer === undefined && cosigners === undefined) {
    const own = authenticateAccount(sender, signingMessage(rawTxn));
    return own.kind === "Ed25519" ? own : { kind: "SingleSender", value: { sender: own } };
  }
  const message =
    feePayer === undefined
      ? multiAgentSigningMessage(rawTxn, addresses)
      : feePayerSigningMessage(rawTxn, addresses, feePayer.address);
  const together = {
    sender: authenticateAccount(sender, message),
    secondarySignerAddresses: addresses,
    secondarySigners: secondarySigners.map((signer) => authenticateAccount(signer, message)),
  };
  if (feePayer === undefined) return { kind: "MultiAgent", value: together };
  return {
    kind: "FeePayer",
    value: {
      ...together,
      feePayerAddress: feePayer.address,
      feePayerSigner: authenticateAccount(feePayer, message),
    },
  };
}

function authenticateAccount(
  { scheme, publicKey, sign }: Signer,
  message: Uint8Array,
): Extract<AccountAuthenticator, { kind: "Ed25519" | "MultiEd25519" | "SingleKey" }> {
  const signature = sign(message);
  if (scheme === "Ed25519") return { kind: "Ed25519", value: { publicKey, signature } };
  return {
    kind: "SingleKey",
    value: { publicKey: { kind: "Ed25519", value: publicKey }, signature: { kind: "Ed25519", value: signature } },
  };
}
