import type { BlockMetadata, BlockMetadataExt, SignedTransaction, Transaction } from "@ledger/types";
import {
  environmentKeys,
  type MoveVm,
  type VmEnvironment,
  WorkBoundError,
  type WorkBounds,
  WorkBudget,
} from "@ledger/vm";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";
import type { BlockContext } from "../context/block-context.ts";
import type { TestingRules } from "../context/testing-rules.ts";
import type { Change } from "../state/change.ts";
import { ChangeSet } from "../state/change-set.ts";
import type { Overlay } from "../state/overlay.ts";
import { executeUserTransaction } from "../transaction/execute-user-transaction.ts";
import type { DiscardedTransaction } from "../transaction/transaction-outcome.ts";
import { closeBlock, type ExecutedUserTransaction, proposerIndex } from "./block-epilogue.ts";
import { type BlockStart, beginsEpoch, metadataOf, runBlockPrologue } from "./block-prologue.ts";
import { type EncodedOutput, encodeOutput, type Output, outputOf } from "./output.ts";

/** The content of a block. */
export interface BlockInput {
  /** In the extended form with what later protocols add, e.g. a random seed. */
  readonly metadata: BlockMetadata | BlockMetadataExt;
  /** User transactions, in the order in which they are tried. */
  readonly transactions: readonly SignedTransaction[];
  /** Changes that the block's first transaction makes besides its own: on networks for tests, where state is set by hand. */
  readonly edits?: readonly Change[] | undefined;
}

/** How blocks are executed. */
export interface BlockOptions {
  /** A faster verifier of the host. */
  readonly ed25519?: Ed25519Verifier | undefined;
  /** Set where the signatures have been verified already. */
  readonly isVerified?: boolean | undefined;
  /** How much a block may hold; the rest of its transactions waits for another one. Without bounds when absent. */
  readonly bounds?: BlockBounds | undefined;
  /**
   * The work of one transaction at most: one that goes beyond it is discarded. Without bounds a schedule whose gas prices are made up may
   * keep the executor busy for ever.
   */
  readonly workBounds?: WorkBounds | undefined;
}

/** The bounds at which a block is full. */
export interface BlockBounds {
  readonly transactions: number;
  /** Gas units for execution, reads and writes, without storage fees: a measure of time. The transaction that passes it is the last. */
  readonly gas: bigint;
}

/** A transaction of a block, with what it did. */
export interface BlockEntry {
  readonly transaction: Transaction;
  readonly output: Output;
  readonly encoded: EncodedOutput;
}

/** The result of executing a block. */
export interface ExecutedBlock {
  /** All committed transactions of the block, the first and the last of the chain's own included. */
  readonly entries: readonly BlockEntry[];
  /** Transactions that cannot be committed, with the reason. */
  readonly discarded: readonly { readonly transaction: SignedTransaction; readonly reason: DiscardedTransaction }[];
  /** Transactions that another block has to take: this one was full, or ended its epoch. */
  readonly postponed: readonly SignedTransaction[];
}

/**
 * Executes blocks on a state, which they change. The rules in force are those that the state holds when a block begins; after one that ends
 * an epoch they are read again.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.1 | Specification, execution 1.1}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#7.1 | Specification, execution 7.1}
 */
export class BlockExecutor {
  readonly #vm: MoveVm;
  readonly #state: Overlay;
  readonly #testing: TestingRules | undefined;
  #environment: VmEnvironment | undefined;
  /** Identifies all code of the state; another one whenever a transaction publishes. */
  #codeEra: object = {};

  /** @param testing - on networks for tests only */
  constructor(vm: MoveVm, state: Overlay, testing?: TestingRules) {
    this.#vm = vm;
    this.#state = state;
    this.#testing = testing;
  }

  /** The context of transactions on the state as it is now. */
  async context(): Promise<BlockContext> {
    this.#environment ??= await this.#vm.readEnvironment(this.#state);
    const usage = this.#state.usage();
    return { vm: this.#vm, environment: this.#environment, usage, codeEra: this.#codeEra, testing: this.#testing };
  }

  /**
   * Executes a block: the metadata, the user transactions, the closing transaction. A transaction that ends the epoch is the last of its
   * block: its metadata, as a rule.
   *
   * @throws {@link BlockError} when the block's own transactions fail; the state is as it was before
   */
  async execute({ metadata, transactions, edits }: BlockInput, options: BlockOptions = {}): Promise<ExecutedBlock> {
    let context = await this.context();
    const state = this.#state;
    const start: BlockStart =
      "kind" in metadata ? { kind: "BlockMetadataExt", value: metadata } : { kind: "BlockMetadata", value: metadata };
    let prologue = await runBlockPrologue(context, state, start);
    if (edits !== undefined) prologue = prologue.followedBy(new ChangeSet(edits));
    this.#apply(prologue);
    const entries = [entryOf(start, outputOf(prologue))];
    // They may have changed the code.
    if (edits !== undefined) this.#codeEra = {};
    if (beginsEpoch(prologue)) return { entries, discarded: [], postponed: transactions };
    // What is set by hand counts from here on.
    if (edits !== undefined) context = await this.context();
    const executed: ExecutedUserTransaction[] = [];
    const discarded: { transaction: SignedTransaction; reason: DiscardedTransaction }[] = [];
    const { ed25519, isVerified, bounds, workBounds } = options;
    let gas = 0n;
    let tried = 0;
    for (const transaction of transactions) {
      if (bounds !== undefined && (executed.length >= bounds.transactions || gas >= bounds.gas)) break;
      tried += 1;
      const place = { isSimulation: false, transactionIndex: entries.length };
      const bounded = workBounds === undefined ? context : { ...context, budget: new WorkBudget(workBounds) };
      const outcome = await executeUserTransaction(bounded, state, transaction, {
        ...place,
        ed25519,
        isVerified,
      }).catch(discardBeyondBounds);
      if (outcome.kind === "discarded") {
        discarded.push({ transaction, reason: outcome });
        continue;
      }
      this.#apply(outcome.changeSet);
      if (outcome.changeSet.publishes) {
        this.#codeEra = {};
        context = { ...context, codeEra: this.#codeEra };
      }
      gas += outcome.feeStatement.executionGasUnits + outcome.feeStatement.ioGasUnits;
      const entry = entryOf({ kind: "UserTransaction", value: transaction }, outputOf(outcome.changeSet, outcome));
      entries.push(entry);
      const { writeSet, events } = entry.encoded;
      const outputSize = writeSet.length + events.length;
      executed.push({ gasUnitPrice: transaction.rawTxn.gasUnitPrice, output: outcome, outputSize });
      if (beginsEpoch(outcome.changeSet)) return { entries, discarded, postponed: transactions.slice(tried) };
    }
    const { id, proposer } = metadataOf(start);
    const index = await proposerIndex(state, proposer);
    const { transaction, changeSet } = await closeBlock(context, state, id, index, executed);
    this.#apply(changeSet);
    entries.push(entryOf(transaction, outputOf(changeSet)));
    return { entries, discarded, postponed: transactions.slice(tried) };
  }

  /** Makes the changes of a transaction. Those of the rules count from the next block on. */
  #apply(changes: ChangeSet): void {
    this.#state.apply(changes.changes);
    if (rules.some((key) => changes.find(key) !== undefined)) this.#environment = undefined;
  }
}

/** Keys of the items that hold the rules. */
const rules = Object.values(environmentKeys);

/** The outcome of a transaction that was ended by a bound of this program. @throws any other error */
function discardBeyondBounds(error: unknown): DiscardedTransaction {
  if (!(error instanceof WorkBoundError)) throw error;
  return { kind: "discarded", status: "EXECUTION_LIMIT_REACHED", code: 4030, message: error.message };
}

function entryOf(transaction: Transaction, output: Output): BlockEntry {
  return { transaction, output, encoded: encodeOutput(output) };
}
