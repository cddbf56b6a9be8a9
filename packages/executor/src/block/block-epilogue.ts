import { u64, vector } from "@ledger/bcs";
import {
  type BlockEndInfo,
  type HashValue,
  hashSession,
  parseAddress,
  type StateView,
  type Transaction,
} from "@ledger/types";
import type { BlockContext } from "../context/block-context.ts";
import { ExecutorSession } from "../session/executor-session.ts";
import { ChangeSet } from "../state/change-set.ts";
import type { TransactionOutput } from "../transaction/transaction-outcome.ts";

/** Gas up to this price, in octas per unit, is burned; what is paid above goes to the proposer. */
const burnedPrice = 90n;
const blockEpilogueSession = 65;
const amounts = vector(u64);

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
 * @see Ledger specification, execution §3.2
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
  const fee = executed.reduce((sum, transaction) => sum + distributedFee(transaction), 0n);
  const amount = new Map(proposer === undefined || fee === 0n ? [] : [[proposer, fee]]);
  const value = {
    blockId,
    blockEndInfo: endInfo(executed),
    feeDistribution: { kind: "V0", value: { amount } },
  } as const;
  return {
    transaction: { kind: "BlockEpilogue", value: { kind: "V1", value } },
    changeSet: await distribute(context, state, blockId, amount),
  };
}

/** Has the fees recorded. A failure leaves no trace: the block is closed all the same. */
async function distribute(
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

function distributedFee({ gasUnitPrice, output }: ExecutedUserTransaction): bigint {
  if (output.status.kind !== "Success" || gasUnitPrice <= burnedPrice) return 0n;
  const { storageFeeOctas } = output.feeStatement;
  const storageUnits = (storageFeeOctas + gasUnitPrice - 1n) / gasUnitPrice;
  const units = output.gasUsed - storageUnits;
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
