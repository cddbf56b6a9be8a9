import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { BlockExecutor, recordBlock, sequenceNumberOf } from "@ledger/executor";
import { ChainState, type LocalAccount, localChainId } from "@ledger/local-chain";
import {
  type AccountAuthenticator,
  AccumulatorFrontier,
  type Address,
  abstractionSigningDigest,
  type BlockMetadataExt,
  bytesToHex,
  Configuration,
  deriveGenesis,
  type FunctionInfo,
  frameworkKey,
  type HashValue,
  hashTransactionInfo,
  type LedgerRecord,
  orderlessSequenceNumber,
  type RawTransaction,
  type SignedTransaction,
  sha3_256,
  signingMessage,
  type TransactionAuthenticator,
  type TransactionPayload,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";

const secondUsecs = 1_000_000n;
/** The form of a private key of Ed25519 that Node reads, before its 32 bytes. */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const keys = new WeakMap<LocalAccount, KeyObject>();

/** The signature of an account's key, by Node: 64 bytes. */
export function agree(account: LocalAccount, message: Uint8Array): Uint8Array {
  const { privateKey } = account;
  const encoded = Buffer.concat([pkcs8Prefix, privateKey]);
  const key = keys.get(account) ?? createPrivateKey({ key: encoded, format: "der", type: "pkcs8" });
  keys.set(account, key);
  return new Uint8Array(sign(null, message, key));
}

/** The proof of an account that sends alone. */
export function singleSender(sender: AccountAuthenticator): TransactionAuthenticator {
  return { kind: "SingleSender", value: { sender } };
}

/** A chain in memory whose blocks bring a random seed along, with everything else as a local network makes it. */
export class MixedChain {
  readonly state = new ChainState();
  /** Microseconds since the Unix epoch, of the latest block. */
  timestampUsecs = 1_795_219_200_000_000n;
  readonly genesis: LedgerRecord;
  readonly #executor: BlockExecutor;
  readonly #frontier = new AccumulatorFrontier("TransactionAccumulator");
  readonly #proposer: Address;
  readonly #sequenceNumbers = new Map<string, bigint>();
  #epoch = 0n;
  #round = 0n;

  /** @param genesis - BCS of the genesis transaction */
  constructor(genesis: Uint8Array) {
    const { writes, record, epochState } = deriveGenesis(genesis);
    for (const write of writes) this.state.write(write);
    this.state.root();
    this.#frontier.append(hashTransactionInfo(record.info));
    this.genesis = record;
    this.#proposer = epochState.verifier.validatorInfos[0]!.address;
    this.#executor = new BlockExecutor(new MoveVm({ natives: frameworkNatives }), this.state);
  }

  /** The sum of epochs so far. */
  get epoch(): bigint {
    return this.#epoch;
  }

  /** Makes a block. @param skipSecs - that pass before it @param hasSeed - whether its metadata has a seed */
  async block(
    transactions: readonly SignedTransaction[],
    { skipSecs = 1n, hasSeed = true } = {},
  ): Promise<readonly LedgerRecord[]> {
    this.#sequenceNumbers.clear();
    this.timestampUsecs += skipSecs * secondUsecs;
    const configuration = await this.state.get(frameworkKey("reconfiguration", "Configuration"));
    const { epoch } = Configuration.decode(configuration!.bytes);
    this.#round = epoch === this.#epoch ? this.#round + 1n : 1n;
    this.#epoch = epoch;
    const id: HashValue = sha3_256(new TextEncoder().encode(`${this.timestampUsecs}`));
    const common = {
      id,
      epoch,
      round: this.#round,
      proposer: this.#proposer,
      previousBlockVotesBitvec: Uint8Array.of(0x80),
      failedProposerIndices: [],
      timestampUsecs: this.timestampUsecs,
    };
    const randomness = { metadata: { epoch, round: this.#round }, randomness: sha3_256(id) };
    const extended: BlockMetadataExt = { kind: "V1", value: { ...common, randomness } };
    const { entries } = await this.#executor.execute({ metadata: hasSeed ? extended : common, transactions });
    return recordBlock(this.#frontier, entries, this.state.root());
  }

  /** The sequence number of a sender's next transaction. */
  async nextSequenceNumber(sender: Address): Promise<bigint> {
    return this.#sequenceNumbers.get(bytesToHex(sender)) ?? (await sequenceNumberOf(sender, this.state));
  }

  /** A transaction that goes into the next block, after those of the same sender that were signed before. */
  sign(
    sender: LocalAccount,
    payload: TransactionPayload,
    changes: Partial<RawTransaction> = {},
  ): Promise<SignedTransaction> {
    return this.signBy(
      sender.address,
      payload,
      (message) => ({ kind: "Ed25519", value: { publicKey: sender.publicKey, signature: agree(sender, message) } }),
      changes,
    );
  }

  /** The same, for which a function of the account's choice vouches. */
  signAbstract(
    sender: LocalAccount,
    payload: TransactionPayload,
    functionInfo: FunctionInfo,
    abstractSignature: Uint8Array,
  ): Promise<SignedTransaction> {
    return this.signBy(sender.address, payload, (message) => {
      const signingMessageDigest = abstractionSigningDigest(message, functionInfo);
      const authData = { kind: "V1", value: { signingMessageDigest, abstractSignature } } as const;
      return singleSender({ kind: "Abstract", value: { functionInfo, authData } });
    });
  }

  /** The same, of any account. @param agreement - to a signing message */
  async signBy(
    sender: Address,
    payload: TransactionPayload,
    agreement: (message: Uint8Array) => TransactionAuthenticator,
    changes: Partial<RawTransaction> = {},
  ): Promise<SignedTransaction> {
    const rawTxn = await this.#raw(sender, payload, changes);
    return { rawTxn, authenticator: agreement(signingMessage(rawTxn)) };
  }

  async #raw(sender: Address, payload: TransactionPayload, changes: Partial<RawTransaction>): Promise<RawTransaction> {
    const isOrderless = payload.kind === "Payload";
    const next = await this.nextSequenceNumber(sender);
    if (!isOrderless) this.#sequenceNumbers.set(bytesToHex(sender), next + 1n);
    return {
      sender,
      sequenceNumber: isOrderless ? orderlessSequenceNumber : next,
      payload,
      maxGasAmount: 200_000n,
      gasUnitPrice: 100n,
      expirationTimestampSecs: this.timestampUsecs / secondUsecs + 50n,
      chainId: localChainId,
      ...changes,
    };
  }
}
