import {
  type AccountAuthenticator,
  type Address,
  type EncryptedPayload,
  type MultisigTransactionPayload,
  payloadExecutable,
  payloadExtraConfig,
  payloadMultisigAddress,
  RawTransaction,
  type ReplayProtector,
  replayProtectorOf,
  type SignedTransaction,
  sha3_256,
  submittedTransaction,
  TransactionAuthenticator,
  type TransactionExecutable,
  type TransactionPayload,
  type UserTxnLimitsRequest,
} from "@ledger/types";
import type { SignerArgument } from "@ledger/vm";
import { encodedTransaction } from "./received-transaction.ts";
import { type SigningKey, signingKeysOf } from "./signing-keys.ts";

/** An account that takes part in a transaction, with what it proves. */
export interface Participant {
  readonly address: Address;
  readonly authenticator: AccountAuthenticator;
}

/** The parts of a signed transaction that execution needs, whatever form its payload and its authenticator have. */
export interface TransactionParts {
  readonly sender: Participant;
  /** Addresses of the secondary signers. */
  readonly secondarySigners: readonly Address[];
  /** The proofs of the secondary signers: normally as many as addresses, which a check ascertains. */
  readonly secondaryProofs: readonly AccountAuthenticator[];
  /** True if the authenticator is of the kind for several signers, also with an empty list of them. */
  readonly feePayer: Participant | undefined;
  /** Everything that accounts prove: the sender, the secondary signers, the fee payer. */
  readonly proofs: readonly AccountAuthenticator[];
  /** The keys of single-key and multi-key accounts that signed. */
  readonly signingKeys: readonly SigningKey[];
  readonly replayProtector: ReplayProtector;
  /** Gas units. */
  readonly maxGasAmount: bigint;
  /** Octas per gas unit. */
  readonly gasUnitPrice: bigint;
  /** Seconds since the Unix epoch. */
  readonly expirationTimestampSecs: bigint;
  readonly chainId: number;
  /** The payload; `undefined` for forms that no longer run (module bundles) and for encrypted ones that were not decrypted. */
  readonly executable: TransactionExecutable | undefined;
  /** Which form of payload it came in. */
  readonly payloadKind: TransactionPayload["kind"];
  /** The payload, where it was encrypted. */
  readonly encrypted: EncryptedPayload | undefined;
  readonly multisigAddress: Address | undefined;
  readonly limitsRequest: UserTxnLimitsRequest | undefined;
  /** SHA3-256 of a script's bytecode; empty for other payloads. */
  readonly scriptHash: Uint8Array;
  /** Bytes of the raw transaction, as it was submitted. */
  readonly rawSize: number;
  /** Bytes of the authenticator. */
  readonly authenticatorSize: number;
}

/** Pools and blocks take the same transactions apart. */
const known = new WeakMap<SignedTransaction, TransactionParts>();

/** Takes a signed transaction apart. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.1 | Specification, execution 2.1} */
export function transactionParts(transaction: SignedTransaction): TransactionParts {
  let parts = known.get(transaction);
  if (parts === undefined) {
    parts = takeApart(transaction);
    known.set(transaction, parts);
  }
  return parts;
}

function takeApart(transaction: SignedTransaction): TransactionParts {
  const { rawTxn, authenticator } = transaction;
  const { payload } = rawTxn;
  const extraConfig = payloadExtraConfig(payload)?.value;
  const executable = payloadExecutable(payload);
  const script = executable?.kind === "Script" ? executable.value : undefined;
  const signers = participants(rawTxn.sender, authenticator);
  const { sender, secondaryProofs, feePayer } = signers;
  const submitted = submittedTransaction(rawTxn);
  const authenticatorSize = TransactionAuthenticator.size(authenticator);
  // What was decrypted has another size than what was submitted.
  const isWhole = submitted === rawTxn;
  const proofs = [sender.authenticator, ...secondaryProofs, ...(feePayer ? [feePayer.authenticator] : [])];
  return {
    ...signers,
    proofs,
    signingKeys: signingKeysOf(proofs),
    replayProtector: replayProtectorOf(rawTxn),
    maxGasAmount: rawTxn.maxGasAmount,
    gasUnitPrice: rawTxn.gasUnitPrice,
    expirationTimestampSecs: rawTxn.expirationTimestampSecs,
    chainId: rawTxn.chainId,
    executable,
    payloadKind: payload.kind,
    encrypted: payload.kind === "EncryptedPayload" ? payload.value : undefined,
    multisigAddress: payloadMultisigAddress(payload),
    limitsRequest: extraConfig && "txnLimitsRequest" in extraConfig ? extraConfig.txnLimitsRequest : undefined,
    scriptHash: script ? sha3_256(script.code) : new Uint8Array(),
    rawSize: isWhole ? encodedTransaction(transaction).length - authenticatorSize : RawTransaction.size(submitted),
    authenticatorSize,
  };
}

/** The accounts that sign as the transaction's senders: the sender, then the secondary signers. */
export function sendersOf({ sender, secondarySigners }: TransactionParts): Address[] {
  return [sender.address, ...secondarySigners];
}

/** The signers of a transaction: what its code, its prologue and its epilogue act by. */
export interface TransactionSigners {
  readonly sender: SignerArgument;
  readonly secondary: readonly SignerArgument[];
  readonly feePayer: SignerArgument | undefined;
}

/** The master signers of all accounts of a transaction. */
export function masterSigners({ sender, secondarySigners, feePayer }: TransactionParts): TransactionSigners {
  return {
    sender: { signer: sender.address },
    secondary: secondarySigners.map((signer) => ({ signer })),
    feePayer: feePayer && { signer: feePayer.address },
  };
}

/** The account that pays for gas. */
export function gasPayerOf({ sender, feePayer }: TransactionParts): Address {
  return (feePayer ?? sender).address;
}

function participants(
  sender: Address,
  authenticator: SignedTransaction["authenticator"],
): Pick<TransactionParts, "sender" | "secondarySigners" | "secondaryProofs" | "feePayer"> {
  const alone = { secondarySigners: [], secondaryProofs: [], feePayer: undefined };
  switch (authenticator.kind) {
    case "Ed25519":
    case "MultiEd25519":
      return { sender: { address: sender, authenticator }, ...alone };
    case "SingleSender":
      return { sender: { address: sender, authenticator: authenticator.value.sender }, ...alone };
    case "MultiAgent":
    case "FeePayer": {
      const { value } = authenticator;
      return {
        sender: { address: sender, authenticator: value.sender },
        secondarySigners: value.secondarySignerAddresses,
        secondaryProofs: value.secondarySigners,
        feePayer:
          "feePayerAddress" in value
            ? { address: value.feePayerAddress, authenticator: value.feePayerSigner }
            : undefined,
      };
    }
  }
}

/** The call that a multisig transaction brings along; `undefined` when the chain holds it. */
export function multisigPayload({ executable }: TransactionParts): MultisigTransactionPayload | undefined {
  return executable?.kind === "EntryFunction" || executable?.kind === "Script" ? executable : undefined;
}
