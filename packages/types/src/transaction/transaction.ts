import { type Codec, enumeration, struct } from "@ledger/bcs";
import { Address } from "../address.ts";
import { type ContractEvent, ContractEvents } from "../event/contract-event.ts";
import { HashValue } from "../hash-value.ts";
import { WriteSet } from "../state/write-set.ts";
import { BlockEpiloguePayload } from "./block-epilogue.ts";
import { BlockMetadata, BlockMetadataExt } from "./block-metadata.ts";
import { Script } from "./executable.ts";
import { SignedTransaction, submittedTransaction } from "./user-transaction.ts";
import { ValidatorTransaction } from "./validator-transaction.ts";

/** State and events that are set without execution. */
export interface ChangeSet {
  readonly writeSet: WriteSet;
  readonly events: readonly ContractEvent[];
}

/** BCS of a change set. */
export const ChangeSet: Codec<ChangeSet> = struct("ChangeSet", { writeSet: WriteSet, events: ContractEvents });

/** The effect of a genesis transaction: it starts a network or, as a script, repairs one. */
export type WriteSetPayload =
  | { readonly kind: "Direct"; readonly value: ChangeSet }
  | { readonly kind: "Script"; readonly value: { readonly executeAs: Address; readonly script: Script } };

/** BCS of a write set payload. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.1 | Specification, chain types 3.1} */
export const WriteSetPayload: Codec<WriteSetPayload> = enumeration("WriteSetPayload", {
  Direct: ChangeSet,
  Script: struct("WriteSetScript", { executeAs: Address, script: Script }),
});

/** Whatever occupies a version of the ledger. */
export type Transaction =
  | { readonly kind: "UserTransaction"; readonly value: SignedTransaction }
  | { readonly kind: "GenesisTransaction"; readonly value: WriteSetPayload }
  /** First of a block. */
  | { readonly kind: "BlockMetadata"; readonly value: BlockMetadata }
  /** Last of a block, by the block's id; until 2025. */
  | { readonly kind: "StateCheckpoint"; readonly value: HashValue }
  | { readonly kind: "ValidatorTransaction"; readonly value: ValidatorTransaction }
  /** First of a block with randomness. */
  | { readonly kind: "BlockMetadataExt"; readonly value: BlockMetadataExt }
  /** Last of a block, since 2025. */
  | { readonly kind: "BlockEpilogue"; readonly value: BlockEpiloguePayload };

/** BCS of a transaction. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.1 | Specification, chain types 3.1} */
export const Transaction: Codec<Transaction> = enumeration("Transaction", {
  UserTransaction: SignedTransaction,
  GenesisTransaction: WriteSetPayload,
  BlockMetadata,
  StateCheckpoint: HashValue,
  ValidatorTransaction,
  BlockMetadataExt,
  BlockEpilogue: BlockEpiloguePayload,
});

/** Index of the payload's variant in the BCS of a user transaction: after the transaction's, the sender and the number. */
const payloadIndexAt = 1 + 32 + 8;
const userTransaction = 0;
const encryptedPayload = 5;
const submittedForm = 0;

/**
 * The bytes of a transaction that its hash covers. They are the given ones, except for a user transaction whose encrypted
 * payload has been opened since: there they hold the payload as it was submitted.
 *
 * @param bytes - BCS of a transaction, as stored
 * @throws BcsError only for an opened encrypted payload that does not decode
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.3 | Specification, chain types 3.3}
 */
export function hashedTransactionBytes(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== userTransaction || bytes[payloadIndexAt] !== encryptedPayload) return bytes;
  if (bytes[payloadIndexAt + 1] === submittedForm) return bytes;
  const transaction = Transaction.decode(bytes);
  if (transaction.kind !== "UserTransaction") return bytes;
  const { rawTxn, authenticator } = transaction.value;
  return Transaction.encode({
    kind: "UserTransaction",
    value: { rawTxn: submittedTransaction(rawTxn), authenticator },
  });
}
