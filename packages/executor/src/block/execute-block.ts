import {
  addressesEqual,
  type BlockMetadata,
  ContractEvents,
  frameworkKey,
  type SignedTransaction,
  type Transaction,
  ValidatorSet,
  WriteSet,
} from "@ledger/types";
import { type MoveVm, readEnvironment, type VmEnvironment } from "@ledger/vm";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";
import type { Change } from "../state/change.ts";
import type { StateView } from "../state/state-view.ts";
import { type DiscardedTransaction, executeUserTransaction } from "../transaction/execute-user-transaction.ts";
import type { BlockContext } from "./block-context.ts";
import { closeBlock, type ExecutedUserTransaction } from "./block-epilogue.ts";
import { beginsEpoch, runBlockPrologue } from "./block-prologue.ts";
import { type Output, outputOf } from "./output.ts";

/** A state that blocks change. */
export interface MutableState extends StateView {
  /** Makes the changes of a transaction. */
  apply(changes: Iterable<Change>): void;
}

/** What a block is made of. */
export interface BlockInput {
  readonly metadata: BlockMetadata;
  /** User transactions, in the order in which they are tried. */
  readonly transactions: readonly SignedTransaction[];
}

/** How blocks are executed. */
export interface BlockOptions {
  /** A faster verifier of the host. */
  readonly ed25519?: Ed25519Verifier | undefined;
  /** Set where the signatures have been verified already. */
  readonly isVerified?: boolean | undefined;
  /** Asked after every transaction; when it says so, the rest of them waits for another block. */
  readonly isFull?: ((executed: number) => boolean) | undefined;
}

/** A transaction of a block, with what it did. */
export interface BlockEntry {
  readonly transaction: Transaction;
  readonly output: Output;
}

/** What became of a block. */
export interface ExecutedBlock {
  /** All committed transactions of the block, the first and the last of the chain's own included. */
  readonly entries: readonly BlockEntry[];
  /** Transactions that cannot be committed, with the reason. */
  readonly discarded: readonly { readonly transaction: SignedTransaction; readonly reason: DiscardedTransaction }[];
  /** Transactions that another block has to take: this one was full, or ended its epoch. */
  readonly postponed: readonly SignedTransaction[];
}

/**
 * Executes blocks on a state, which they change. The rules in force are read when an epoch begins, and kept until it ends.
 *
 * @see Ledger specification, execution §7.1
 */
export class BlockExecutor {
  readonly #vm: MoveVm;
  readonly #state: MutableState;
  #environment: VmEnvironment | undefined;

  constructor(vm: MoveVm, state: MutableState) {
    this.#vm = vm;
    this.#state = state;
  }

  /** What transactions are executed with on the state as it is now. */
  async context(): Promise<BlockContext> {
    this.#environment ??= await environmentOf(this.#state);
    return { vm: this.#vm, environment: this.#environment, usage: await this.#state.usage() };
  }

  /**
   * Executes a block: the metadata, the user transactions, the closing transaction. A block that ends an epoch is its metadata
   * alone.
   *
   * @throws {@link BlockError} when the block's own transactions fail; the state is as it was before
   */
  async execute({ metadata, transactions }: BlockInput, options: BlockOptions = {}): Promise<ExecutedBlock> {
    const context = await this.context();
    const state = this.#state;
    const prologue = await runBlockPrologue(context, state, metadata);
    state.apply(prologue.changes);
    const entries: BlockEntry[] = [
      { transaction: { kind: "BlockMetadata", value: metadata }, output: outputOf(prologue) },
    ];
    if (beginsEpoch(prologue)) {
      this.#environment = undefined;
      return { entries, discarded: [], postponed: transactions };
    }
    const executed: ExecutedUserTransaction[] = [];
    const discarded: { transaction: SignedTransaction; reason: DiscardedTransaction }[] = [];
    let tried = 0;
    for (const transaction of transactions) {
      if (options.isFull?.(executed.length)) break;
      tried += 1;
      const { ed25519, isVerified } = options;
      const place = { isSimulation: false, transactionIndex: entries.length };
      const outcome = await executeUserTransaction(context, state, transaction, { ...place, ed25519, isVerified });
      if (outcome.kind === "discarded") {
        discarded.push({ transaction, reason: outcome });
        continue;
      }
      state.apply(outcome.changeSet.changes);
      const output = outputOf(outcome.changeSet, outcome);
      entries.push({ transaction: { kind: "UserTransaction", value: transaction }, output });
      executed.push({ gasUnitPrice: transaction.rawTxn.gasUnitPrice, output: outcome, outputSize: sizeOf(output) });
    }
    const proposer = await proposerIndex(state, metadata);
    const { transaction, changeSet } = await closeBlock(context, state, metadata.id, proposer, executed);
    state.apply(changeSet.changes);
    entries.push({ transaction, output: outputOf(changeSet) });
    return { entries, discarded, postponed: transactions.slice(tried) };
  }
}

/** The rules in force on a state. */
export function environmentOf(state: StateView): Promise<VmEnvironment> {
  return readEnvironment(async (key) => (await state.read(key))?.value);
}

function sizeOf({ writeSet, events }: Output): number {
  return WriteSet.encode(writeSet).length + ContractEvents.encode(events).length;
}

const validatorSetKey = frameworkKey("stake", "ValidatorSet");

async function proposerIndex(state: StateView, { proposer }: BlockMetadata): Promise<bigint | undefined> {
  const item = await state.read(validatorSetKey);
  if (item === undefined) return undefined;
  const { activeValidators } = ValidatorSet.decode(item.value);
  const index = activeValidators.findIndex(({ address }) => addressesEqual(address, proposer));
  return index < 0 ? undefined : BigInt(index);
}
