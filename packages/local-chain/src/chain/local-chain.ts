import {
  atTime,
  type BlockBounds,
  BlockExecutor,
  type Change,
  defaultMempoolLimits,
  type Ed25519Verifier,
  encodedTransaction,
  Mempool,
  nextBlockTime,
  type PendingTransaction,
  recordBlock,
  sequenceNumberOf,
  type TestingRules,
  transactionBounds,
} from "@ledger/executor";
import {
  AccumulatorFrontier,
  type Address,
  type BlockMetadata,
  bytesToHex,
  Configuration,
  CurrentTimeMicroseconds,
  deriveGenesis,
  type HashValue,
  hashSignedTransaction,
  hashTransactionInfo,
  type LedgerRecord,
  type StateView,
  type Submission,
  ValidatorSet,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { blockId } from "./block-id.ts";
import type { ChainHead } from "./chain-head.ts";
import { ChainState } from "./chain-state.ts";
import { type DiscardReason, discardReason, expired, replaced } from "./discard-reason.ts";
import { readFramework } from "./read-framework.ts";
import { readStoredHead, type StoredChain } from "./stored-chain.ts";
import { type Arrival, admitTransaction, receiveTransaction } from "./submit-transaction.ts";

/** The parts of a chain. */
export interface LocalChainOptions {
  /** BCS of the genesis transaction, see `readLocalGenesis`. Its first validator proposes all blocks. */
  readonly genesis: Uint8Array;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => bigint;
  /** A faster verifier of the host. */
  readonly ed25519?: Ed25519Verifier | undefined;
  /** The machine, where several chains share what it has prepared; one of its own when absent. */
  readonly vm?: MoveVm | undefined;
  /** On networks for tests only. */
  readonly testing?: TestingRules | undefined;
  /** Receives what was dropped before it ran, e.g. because it expired while it waited. */
  readonly onDiscard?: ((pending: PendingTransaction, reason: DiscardReason) => void) | undefined;
  /** Receives transactions that {@link LocalChain.findPending} no longer finds: they are stored, or were dropped. */
  readonly onLeft?: ((hashes: readonly HashValue[]) => void) | undefined;
}

/** How a block is made. */
export interface MakeBlockOptions {
  /** Time of the block in microseconds since the Unix epoch: the clock's when absent, and later than that of the block before. */
  readonly timestampUsecs?: bigint | undefined;
  /** Changes made by hand, see `BlockInput.edits` of the executor. */
  readonly edits?: readonly Change[] | undefined;
}

/** The bounds of a block: about two seconds of work. */
const blockBounds: BlockBounds = { transactions: 1_000, gas: 20_000n };

/**
 * A chain of one node, at its head: takes transactions, makes blocks of them, and yields their records. It keeps the whole latest
 * state in memory, and no history.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#7.1 | Specification, execution 7.1}
 */
export class LocalChain {
  readonly state: StateView;
  readonly mempool: Mempool;
  readonly #options: LocalChainOptions;
  readonly #state: ChainState;
  readonly #executor: BlockExecutor;
  readonly #frontier: AccumulatorFrontier;
  #timestampUsecs: bigint;
  #epoch: bigint;
  #round: bigint;
  #sweptSeconds = -1n;
  /** Transactions of blocks that are not known to be stored yet, by hash. */
  readonly #unstored = new Map<string, { readonly pending: PendingTransaction; readonly version: bigint }>();
  #onWork: (() => void) | undefined;
  readonly #sequenceNumberOf = (sender: Address): Promise<bigint> => sequenceNumberOf(sender, this.#state);
  /** The latest submission, when it is settled: transactions are admitted in the order in which they came. */
  #admitted: Promise<unknown> = Promise.resolve();

  private constructor(
    options: LocalChainOptions,
    { state, frontier, metadata }: ChainHead,
    { timestampUsecs, epoch }: { readonly timestampUsecs: bigint; readonly epoch: bigint },
  ) {
    this.#options = options;
    this.#state = state;
    this.state = state;
    this.#frontier = frontier;
    this.#executor = new BlockExecutor(options.vm ?? new MoveVm({ natives: frameworkNatives }), state, options.testing);
    this.mempool = new Mempool(
      () => performance.now(),
      defaultMempoolLimits,
      (pending) => {
        options.onDiscard?.(pending, replaced);
        options.onLeft?.([pending.hash]);
      },
    );
    this.#timestampUsecs = timestampUsecs;
    this.#epoch = epoch;
    this.#round = metadata?.epoch === epoch ? metadata.round : 0n;
  }

  /** A chain that continues from a head. */
  static async at(options: LocalChainOptions, head: ChainHead): Promise<LocalChain> {
    const time = await readFramework(head.state, "timestamp", "CurrentTimeMicroseconds", CurrentTimeMicroseconds);
    const { epoch } = await readFramework(head.state, "reconfiguration", "Configuration", Configuration);
    return new LocalChain(options, head, { timestampUsecs: time.microseconds, epoch });
  }

  /** Begins a chain. @returns the chain, and the record of its genesis */
  static async begin(
    options: LocalChainOptions,
  ): Promise<{ readonly chain: LocalChain; readonly genesis: LedgerRecord }> {
    const { writes, record } = deriveGenesis(options.genesis);
    const state = new ChainState();
    for (const write of writes) state.write(write);
    const frontier = new AccumulatorFrontier("TransactionAccumulator");
    frontier.append(hashTransactionInfo(record.info));
    return { chain: await LocalChain.at(options, { state, frontier, metadata: undefined }), genesis: record };
  }

  /**
   * Continues a stored chain.
   *
   * @param from - the version to continue with
   * @throws LocalChainError `cannot_resume`, `foreign_ledger`, `state_mismatch`
   */
  static async resume(options: LocalChainOptions, stored: StoredChain, from: bigint): Promise<LocalChain> {
    return LocalChain.at(options, await readStoredHead(stored, options.genesis, from));
  }

  /** Latest version. */
  get version(): bigint {
    return this.#frontier.leafCount - 1n;
  }

  /** Time of the latest block, in microseconds since the Unix epoch. */
  get timestampUsecs(): bigint {
    return this.#timestampUsecs;
  }

  /** The epoch of the next block. */
  get epoch(): bigint {
    return this.#epoch;
  }

  /**
   * Takes a transaction into the pool, when it is valid on the latest state at the time of the next block. Signatures are verified while
   * those before are: in the order in which they came, the transactions are then validated.
   *
   * @param transaction - BCS of a signed transaction, of which a copy is taken
   */
  submit(transaction: Uint8Array): Promise<Submission> {
    const { ed25519, testing } = this.#options;
    const arrival = receiveTransaction(transaction, ed25519, testing);
    if (arrival.kind === "refused") return Promise.resolve(arrival);
    const submission = this.#admitted.then(() => this.#admit(arrival));
    this.#admitted = submission.catch(() => undefined);
    return submission;
  }

  /** Returns when every transaction that has come by now is in the pool, or refused: the next block has all of them. */
  async arrived(): Promise<void> {
    await this.#admitted;
  }

  /** BCS of a signed transaction that waits, or whose block is not known to be stored yet, see {@link LocalChain.settle}. */
  findPending(hash: HashValue): Uint8Array | undefined {
    this.#sweep();
    const pending = this.mempool.find(hash) ?? this.#unstored.get(bytesToHex(hash))?.pending;
    // What the caller does with them must not change what the next block stores.
    return pending && encodedTransaction(pending.transaction).slice();
  }

  /** Says that everything up to a version is stored, where clients find it. */
  settle(version: bigint): void {
    const left: HashValue[] = [];
    for (const [id, { pending, version: made }] of this.#unstored) {
      if (made > version) break;
      this.#unstored.delete(id);
      left.push(pending.hash);
    }
    this.#tellLeft(left);
  }

  /** Returns true if a block would have a transaction. */
  hasWork(): Promise<boolean> {
    return this.mempool.hasReady(this.#sequenceNumberOf);
  }

  /** Sets the listener for new transactions. */
  set onWork(listener: (() => void) | undefined) {
    this.#onWork = listener;
  }

  /**
   * Makes the next block of the transactions that are ready. A transaction that ends the epoch is the last of its block. After a failure the
   * chain's state is not known: it must be resumed from what was stored.
   */
  async makeBlock({
    timestampUsecs = this.#options.clock(),
    edits,
  }: MakeBlockOptions = {}): Promise<readonly LedgerRecord[]> {
    const { ed25519, onDiscard } = this.#options;
    const metadata = await this.#nextMetadata(timestampUsecs);
    const ready = await this.mempool.ready(blockBounds.transactions, this.#sequenceNumberOf);
    const { entries, discarded, postponed } = await this.#executor.execute(
      { metadata, transactions: ready.map(({ transaction }) => transaction), edits },
      { ed25519, isVerified: true, bounds: blockBounds, workBounds: transactionBounds },
    );
    this.#timestampUsecs = metadata.timestampUsecs;
    this.#round = metadata.round;
    const { epoch } = await readFramework(this.#state, "reconfiguration", "Configuration", Configuration);
    if (epoch !== this.#epoch) this.#round = 0n;
    this.#epoch = epoch;
    const version = this.version + BigInt(entries.length);
    const waiting = new Set(postponed);
    const dropped = new Map(discarded.map(({ transaction, reason }) => [transaction, reason]));
    const left: HashValue[] = [];
    for (const pending of ready) {
      if (waiting.has(pending.transaction)) continue;
      this.mempool.remove(pending.hash);
      const reason = dropped.get(pending.transaction);
      if (reason === undefined) this.#unstored.set(bytesToHex(pending.hash), { pending, version });
      else {
        onDiscard?.(pending, discardReason(reason));
        left.push(pending.hash);
      }
    }
    this.#tellLeft(left);
    this.#sweep();
    return recordBlock(this.#frontier, entries, this.#state.root());
  }

  async #admit(arrival: Arrival): Promise<Submission> {
    const { ed25519, clock } = this.#options;
    const submission = await admitTransaction(arrival, async () => {
      this.#sweep();
      const context = await this.#executor.context();
      const state = atTime(this.#state, nextBlockTime(clock(), this.#timestampUsecs));
      return { context, state, mempool: this.mempool, ed25519 };
    });
    if (submission.kind === "accepted") this.#onWork?.();
    // One that is executed and not stored yet waits as those do that are not executed: its sender may ask again.
    else if (this.#unstored.has(bytesToHex(hashSignedTransaction(encodedTransaction(arrival.transaction))))) {
      return { kind: "accepted" };
    }
    return submission;
  }

  /** Drops what no later block could take. Transactions expire at whole seconds, so no second is looked at twice. */
  #sweep(): void {
    const { clock, testing, onDiscard } = this.#options;
    const seconds = nextBlockTime(clock(), this.#timestampUsecs) / 1_000_000n;
    if (seconds === this.#sweptSeconds) return;
    this.#sweptSeconds = seconds;
    const swept = this.mempool.sweep(seconds, testing?.expirationOf);
    for (const pending of swept) onDiscard?.(pending, expired);
    this.#tellLeft(swept.map(({ hash }) => hash));
  }

  #tellLeft(hashes: readonly HashValue[]): void {
    if (hashes.length > 0) this.#options.onLeft?.(hashes);
  }

  async #nextMetadata(nowUsecs: bigint): Promise<BlockMetadata> {
    const timestampUsecs = nextBlockTime(nowUsecs, this.#timestampUsecs);
    return {
      id: blockId(this.#frontier.root(), timestampUsecs),
      epoch: this.#epoch,
      round: this.#round + 1n,
      proposer: await this.#proposer(),
      previousBlockVotesBitvec: Uint8Array.of(0x80),
      failedProposerIndices: [],
      timestampUsecs,
    };
  }

  async #proposer(): Promise<Address> {
    const { activeValidators } = await readFramework(this.#state, "stake", "ValidatorSet", ValidatorSet);
    const [validator] = activeValidators;
    if (validator === undefined) throw new Error("the chain has no validator that could propose a block");
    return validator.address;
  }
}
