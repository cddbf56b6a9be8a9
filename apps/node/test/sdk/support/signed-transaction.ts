import {
  type AccountAddress,
  type AccountAuthenticator,
  AccountAuthenticatorMultiKey,
  type AnyRawTransaction,
  generateSigningMessageForTransaction,
  MultiAgentTransaction,
  type PublicKey,
  type Signature,
  type SignedTransaction,
  SimpleTransaction,
  TransactionAuthenticatorFeePayer,
  TransactionAuthenticatorMultiAgent,
  TransactionAuthenticatorSingleSender,
} from "@aptos-labs/ts-sdk";
import { formatHex } from "@ledger/types";

/** A public key and what it signed. */
interface Signed {
  readonly public_key: PublicKey;
  readonly signature: Signature;
}

/** What an authenticator holds; accounts of several keys have it under names of their own. */
function signedBy(authenticator: object): Signed | undefined {
  if (authenticator instanceof AccountAuthenticatorMultiKey) {
    return { public_key: authenticator.public_keys, signature: authenticator.signatures };
  }
  return "public_key" in authenticator && "signature" in authenticator ? (authenticator as Signed) : undefined;
}

/** What was signed, and by whom. */
function signersOf({ raw_txn, authenticator }: SignedTransaction): [AnyRawTransaction, object[]] {
  const several = (addresses: AccountAddress[], feePayer?: AccountAddress) =>
    new MultiAgentTransaction(raw_txn, addresses, feePayer);
  if (authenticator instanceof TransactionAuthenticatorMultiAgent) {
    const { sender, secondary_signers, secondary_signer_addresses } = authenticator;
    return [several(secondary_signer_addresses), [sender, ...secondary_signers]];
  }
  if (authenticator instanceof TransactionAuthenticatorFeePayer) {
    const { sender, secondary_signers, secondary_signer_addresses, fee_payer } = authenticator;
    const signers: AccountAuthenticator[] = [sender, ...secondary_signers, fee_payer.authenticator];
    return [several(secondary_signer_addresses, fee_payer.address), signers];
  }
  const signer = authenticator instanceof TransactionAuthenticatorSingleSender ? authenticator.sender : authenticator;
  return [new SimpleTransaction(raw_txn), [signer]];
}

/** What the signers of a transaction signed, in hex with prefix, and whether that names somebody who pays for it. */
export function signedMessage(transaction: SignedTransaction): { message: string; feePayer: boolean } {
  const [signed] = signersOf(transaction);
  return {
    message: formatHex(generateSigningMessageForTransaction(signed)),
    feePayer: signed.feePayerAddress !== undefined,
  };
}

/** How many signatures a transaction has, and whether the client finds every one of them good. */
export function verifySignatures(transaction: SignedTransaction): { signatures: number; valid: boolean } {
  const [unsigned, signers] = signersOf(transaction);
  const message = generateSigningMessageForTransaction(unsigned);
  const valid = signers.every((signer) => {
    const signed = signedBy(signer);
    return signed?.public_key.verifySignature({ message, signature: signed.signature }) === true;
  });
  return { signatures: signers.length, valid };
}
