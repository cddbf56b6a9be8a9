import { type Codec, enumeration, struct, vector } from "@ledger/bcs";
import { Address } from "../../address.ts";
import {
  AccountAuthenticator,
  Ed25519Authenticator,
  type KeyAndSignature,
  MultiEd25519Authenticator,
} from "./account-authenticator.ts";

/** Agreement of a sender and of others whose accounts the transaction uses. */
export interface MultiAgentAuthenticator {
  readonly sender: AccountAuthenticator;
  readonly secondarySignerAddresses: readonly Address[];
  /** As many as addresses, in their order. */
  readonly secondarySigners: readonly AccountAuthenticator[];
}

/** Agreement of a sender, of others, and of the account that pays for gas. */
export interface FeePayerAuthenticator extends MultiAgentAuthenticator {
  readonly feePayerAddress: Address;
  readonly feePayerSigner: AccountAuthenticator;
}

/** The proof that all who are concerned agreed to a transaction. */
export type TransactionAuthenticator =
  | { readonly kind: "Ed25519" | "MultiEd25519"; readonly value: KeyAndSignature }
  | { readonly kind: "MultiAgent"; readonly value: MultiAgentAuthenticator }
  | { readonly kind: "FeePayer"; readonly value: FeePayerAuthenticator }
  | { readonly kind: "SingleSender"; readonly value: { readonly sender: AccountAuthenticator } };

const multiAgent = {
  sender: AccountAuthenticator,
  secondarySignerAddresses: vector(Address),
  secondarySigners: vector(AccountAuthenticator),
};

/** BCS of a transaction authenticator. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4} */
export const TransactionAuthenticator: Codec<TransactionAuthenticator> = enumeration("TransactionAuthenticator", {
  Ed25519: Ed25519Authenticator,
  MultiEd25519: MultiEd25519Authenticator,
  MultiAgent: struct("MultiAgent", multiAgent),
  FeePayer: struct("FeePayer", { ...multiAgent, feePayerAddress: Address, feePayerSigner: AccountAuthenticator }),
  SingleSender: struct("SingleSender", { sender: AccountAuthenticator }),
});
