import { u64, vector } from "@ledger/bcs";
import {
  type Address,
  addressesEqual,
  type BlockEndInfo,
  frameworkKey,
  type HashValue,
  hashSession,
  parseAddress,
  type StateView,
  type Transaction,
  ValidatorSet,
} from "@ledger/types";
import type { BlockContext } from "../context/block-context.ts";
import { ExecutorSession } from "../session/executor-session.ts";
import { ChangeSet } from "../state/change-set.ts";
import type { TransactionOutput } from "../transaction/transaction-outcome.ts";

/** Gas up to this price, in octas per unit, is burned; what is paid above goes to the proposer. */
const burnedPrice = 90n;
const blockEpilogueSession = 65;
const amounts = vector(u64);

/** The parts of a transaction's outcome that decide what its block's proposer gets for it. */
export interface FeeFacts {
  readonly isSuccess: boolean;
  /** Octas per gas unit. */
  readonly gasUnitPrice: bigint;
  readonly gasUsed: bigint;
  readonly storageFeeOctas: bigint;
}

/** An executed user transaction, as far as the end of its block needs it. */
export interface ExecutedUserTransaction {
  /** Octas per gas unit. */
  readonly gasUnitPrice: bigint;
  readonly output: TransactionOutput;
  /** Bytes of its write set and events. */
  readonly outputSize: number;
}

/** The transaction that closes a block, and what it did. */
export interface ClosingTransaction {
  readonly transaction: Transaction;
  readonly changeSet: ChangeSet;
}

/**
 * Closes a block: by a state checkpoint, or, where fees are distributed, by an epilogue.
 *
 * @param proposer - index of the block's proposer among the validators; `undefined` where it is none of them
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#3.2 | Specification, execution 3.2}
 */
export async function closeBlock(
  context: BlockContext,
  state: StateView,
  blockId: HashValue,
  proposer: bigint | undefined,
  executed: readonly ExecutedUserTransaction[],
): Promise<ClosingTransaction> {
  if (!context.environment.rules.calculateFeeForDistribution) {
    return { transaction: { kind: "StateCheckpoint", value: blockId }, changeSet: new ChangeSet() };
  }
  const amount = feeDistribution(proposer, executed.map(feeFactsOf));
  const value = {
    blockId,
    blockEndInfo: endInfo(executed),
    feeDistribution: { kind: "V0", value: { amount } },
  } as const;
  return {
    transaction: { kind: "BlockEpilogue", value: { kind: "V1", value } },
    changeSet: await runBlockEpilogue(context, state, blockId, amount),
  };
}

/**
 * The shares of the validators in the fees of a block, in octas by validator index: all of it is the proposer's.
 *
 * @param proposer - index of the block's proposer; `undefined` where it is no validator
 * @param transactions - the user transactions of the block
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#3.6 | Specification, re-execution 3.6}
 */
export function feeDistribution(proposer: bigint | undefined, transactions: readonly FeeFacts[]): Map<bigint, bigint> {
  const fee = transactions.reduce((sum, facts) => sum + distributedFee(facts), 0n);
  return new Map(proposer === undefined || fee === 0n ? [] : [[proposer, fee]]);
}

/**
 * Executes the end of a block, which has the fees recorded. A failure leaves no trace: the block is closed all the same.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#3.6 | Specification, re-execution 3.6}
 */
export async function runBlockEpilogue(
  context: BlockContext,
  state: StateView,
  blockId: HashValue,
  amount: ReadonlyMap<bigint, bigint>,
): Promise<ChangeSet> {
  const session = new ExecutorSession(context, {
    state,
    identity: {
      sessionHash: hashSession({ kind: "BlockEpilogue", value: { id: blockId } }),
      scriptHash: new Uint8Array(),
      sessionNumber: blockEpilogueSession,
      user: undefined,
      unbiasable: false,
      storageUsage: undefined,
      inBlock: true,
    },
  });
  const error = await session.callSystem({
    module: "block",
    name: "block_epilogue",
    args: [{ signer: parseAddress("0x0") }, amounts.encode([...amount.keys()]), amounts.encode([...amount.values()])],
  });
  return error ? new ChangeSet() : session.finish();
}

const validatorSetKey = frameworkKey("stake", "ValidatorSet");

/** Index of a block's proposer among the active validators of a state; `undefined` where it is none of them. */
export async function proposerIndex(state: StateView, proposer: Address): Promise<bigint | undefined> {
  const item = await state.get(validatorSetKey);
  if (item === undefined) return undefined;
  const { activeValidators } = ValidatorSet.decode(item.bytes);
  const index = activeValidators.findIndex(({ address }) => addressesEqual(address, proposer));
  return index < 0 ? undefined : BigInt(index);
}

function feeFactsOf({ gasUnitPrice, output }: ExecutedUserTransaction): FeeFacts {
  const { status, gasUsed, feeStatement } = output;
  return { isSuccess: status.kind === "Success", gasUnitPrice, gasUsed, storageFeeOctas: feeStatement.storageFeeOctas };
}

function distributedFee({ isSuccess, gasUnitPrice, gasUsed, storageFeeOctas }: FeeFacts): bigint {
  if (!isSuccess || gasUnitPrice <= burnedPrice) return 0n;
  const storageUnits = (storageFeeOctas + gasUnitPrice - 1n) / gasUnitPrice;
  const units = gasUsed - storageUnits;
  return units > 0n ? units * (gasUnitPrice - burnedPrice) : 0n;
}

function endInfo(executed: readonly ExecutedUserTransaction[]): BlockEndInfo {
  let gasUnits = 0n;
  let size = 0;
  for (const { output, outputSize } of executed) {
    gasUnits += output.feeStatement.executionGasUnits + output.feeStatement.ioGasUnits;
    size += outputSize;
  }
  return {
    kind: "V0",
    value: {
      blockGasLimitReached: false,
      blockOutputLimitReached: false,
      blockEffectiveBlockGasUnits: gasUnits,
      blockApproxOutputSize: BigInt(size),
    },
  };
}
