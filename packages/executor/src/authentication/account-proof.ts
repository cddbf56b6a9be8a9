import {
  type AccountAuthenticator,
  type Address,
  feePayerSigningMessage,
  multiAgentSigningMessage,
  parseAddress,
  type SignedTransaction,
  signingMessage,
} from "@ledger/types";

/** One account's agreement to a transaction: what it proves, and what its signatures have to cover. */
export interface AccountProof {
  readonly account: Address;
  readonly authenticator: AccountAuthenticator;
  /** All signatures of the account cover one of these messages, the same one. */
  readonly messages: readonly Uint8Array[];
}

/** In place of a fee payer that is not known when the others sign. */
const unknownFeePayer = parseAddress("0x0");

/**
 * The agreements that a transaction carries: the sender's, those of the secondary signers in their order, and last the fee
 * payer's. A list of secondary signers whose authenticators are fewer or more gives as many proofs as there are authenticators.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function accountProofs({ rawTxn, authenticator }: SignedTransaction): AccountProof[] {
  const sender = rawTxn.sender;
  switch (authenticator.kind) {
    case "Ed25519":
    case "MultiEd25519":
      return [{ account: sender, authenticator, messages: [signingMessage(rawTxn)] }];
    case "SingleSender":
      return [{ account: sender, authenticator: authenticator.value.sender, messages: [signingMessage(rawTxn)] }];
    case "MultiAgent": {
      const { secondarySignerAddresses } = authenticator.value;
      const messages = [multiAgentSigningMessage(rawTxn, secondarySignerAddresses)];
      return senderProofs(sender, authenticator.value, messages);
    }
    case "FeePayer": {
      const { secondarySignerAddresses, feePayerAddress, feePayerSigner } = authenticator.value;
      const known = feePayerSigningMessage(rawTxn, secondarySignerAddresses, feePayerAddress);
      const messages = [feePayerSigningMessage(rawTxn, secondarySignerAddresses, unknownFeePayer), known];
      return [
        ...senderProofs(sender, authenticator.value, messages),
        { account: feePayerAddress, authenticator: feePayerSigner, messages: [known] },
      ];
    }
  }
}

/** The proofs of the sender and the secondary signers, all over the same messages. */
function senderProofs(
  account: Address,
  signed: {
    readonly sender: AccountAuthenticator;
    readonly secondarySignerAddresses: readonly Address[];
    readonly secondarySigners: readonly AccountAuthenticator[];
  },
  messages: readonly Uint8Array[],
): AccountProof[] {
  return [
    { account, authenticator: signed.sender, messages },
    ...signed.secondarySigners.map((authenticator, index) => ({
      account: signed.secondarySignerAddresses[index] ?? account,
      authenticator,
      messages,
    })),
  ];
}
