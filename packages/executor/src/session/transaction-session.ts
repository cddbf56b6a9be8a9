import {
  type EntryFunction,
  formatAddressLong,
  formatCanonicalTypeTag,
  hashSession,
  type OrderlessSession,
  type SequencedSession,
  type SessionId,
} from "@ledger/types";
import type { EntryFunctionContext, SessionContext, UserTransactionContext } from "@ledger/vm";
import { gasPayerOf, type TransactionParts } from "../context/transaction-parts.ts";

/** The sessions that a user transaction is made of. */
export type TransactionSession = "prologue" | "payload" | "run_on_abort" | "epilogue";

/** Number of a session in the monotonically increasing counter; orderless transactions count on by 5. */
const sessionNumbers: Readonly<Record<TransactionSession, number>> = {
  prologue: 25,
  payload: 35,
  run_on_abort: 45,
  epilogue: 55,
};

const sequencedKinds = {
  prologue: "Prologue",
  payload: "Txn",
  run_on_abort: "RunOnAbort",
  epilogue: "Epilogue",
} as const;

const orderlessKinds = {
  prologue: "OrderlessTxnPrologue",
  payload: "OrderlessTxn",
  run_on_abort: "OrderlessRunOnAbort",
  epilogue: "OrderlessTxnEpilogue",
} as const;

/** The place of a transaction and its purpose. */
export interface TransactionPlace {
  readonly isSimulation: boolean;
  /** Index in the block; undefined outside of one. */
  readonly transactionIndex: number | undefined;
}

/**
 * The identity of a session of a user transaction: the source of the addresses that it makes. Its hash is made when code asks for it,
 * which few do.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.4 | Specification, execution 1.4}
 */
export class UserSession implements SessionContext {
  readonly scriptHash: Uint8Array;
  readonly sessionNumber: number;
  readonly user: UserTransactionContext;
  readonly unbiasable = false;
  readonly storageUsage = undefined;
  readonly inBlock: boolean;
  readonly #kind: TransactionSession;
  readonly #parts: TransactionParts;
  #hash: Uint8Array | undefined;

  constructor(kind: TransactionSession, parts: TransactionParts, user: UserTransactionContext) {
    this.#kind = kind;
    this.#parts = parts;
    this.scriptHash = parts.scriptHash;
    this.sessionNumber = sessionNumbers[kind] + (parts.replayProtector.kind === "Nonce" ? 5 : 0);
    this.user = user;
    this.inBlock = !user.simulated;
  }

  get sessionHash(): Uint8Array {
    this.#hash ??= hashSession(sessionId(this.#kind, this.#parts));
    return this.#hash;
  }
}

function sessionId(session: TransactionSession, parts: TransactionParts): SessionId {
  const { sender, replayProtector, scriptHash, expirationTimestampSecs } = parts;
  if (replayProtector.kind === "SequenceNumber") {
    const value: SequencedSession = { sender: sender.address, sequenceNumber: replayProtector.value, scriptHash };
    return { kind: sequencedKinds[session], value };
  }
  const value: OrderlessSession = {
    sender: sender.address,
    nonce: replayProtector.value,
    expirationTime: expirationTimestampSecs,
    scriptHash,
  };
  return { kind: orderlessKinds[session], value };
}

/** The facts that the code of a transaction may learn about it. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.5 | Specification, virtual machine 5.5} */
export function userContext(parts: TransactionParts, place: TransactionPlace): UserTransactionContext {
  const { sender, secondarySigners, executable, multisigAddress } = parts;
  const entryFunction = executable?.kind === "EntryFunction" ? entryFunctionContext(executable.value) : undefined;
  return {
    sender: formatAddressLong(sender.address),
    secondarySigners: secondarySigners.map(formatAddressLong),
    gasPayer: formatAddressLong(gasPayerOf(parts)),
    maxGasAmount: parts.maxGasAmount,
    gasUnitPrice: parts.gasUnitPrice,
    chainId: parts.chainId,
    entryFunction: multisigAddress === undefined ? entryFunction : undefined,
    multisig: multisigAddress && { address: formatAddressLong(multisigAddress), entryFunction },
    encrypted: parts.encrypted !== undefined,
    transactionIndex: place.transactionIndex,
    simulated: place.isSimulation,
  };
}

function entryFunctionContext({ module, function: name, typeArgs, args }: EntryFunction): EntryFunctionContext {
  return {
    address: formatAddressLong(module.address),
    module: module.name,
    name,
    typeArgs: typeArgs.map(formatCanonicalTypeTag),
    args,
  };
}
