import { type Address, ContractEvents, type StateView, type Transaction, type TransactionInfo } from "@ledger/types";
import { type FeeFacts, feeDistribution, proposerIndex } from "../block/block-epilogue.ts";
import { metadataOf } from "../block/block-prologue.ts";
import type { Output } from "../block/output.ts";
import { feeStatementOf } from "./compare.ts";
import type { Difference } from "./difference.ts";
import { findTransactionIndex, hashTransactionIndex } from "./transaction-index.ts";

/** A record whose transaction and info are decoded. */
export interface DecodedRecord {
  /** Absent for a form that this release does not know. */
  readonly transaction: Transaction | undefined;
  readonly info: TransactionInfo;
  /** BCS of its events. */
  readonly events: Uint8Array;
}

/** The facts about a block so far that a later record of it depends on. */
export class BlockFacts {
  #proposer: Address | undefined;
  readonly #recorded: FeeFacts[] = [];
  readonly #executed: FeeFacts[] = [];
  #records = 0;
  #nextIndex = 0;
  #hasIndices: boolean | undefined;

  /** True if every user transaction of the block was executed and committed. */
  get isExecuted(): boolean {
    return this.#recorded.length === this.#executed.length;
  }

  /**
   * Notes the next record of the block.
   *
   * @param executed - what execution made of it, where it was executed and committed
   */
  note({ transaction, info, events }: DecodedRecord, executed: Output | undefined): void {
    this.#nextIndex = this.indexOf(info) + 1;
    this.#hasIndices ??= info.value.auxiliaryInfoHash !== undefined;
    this.#records += 1;
    if (transaction === undefined) return;
    if (transaction.kind === "BlockMetadata" || transaction.kind === "BlockMetadataExt") {
      this.#proposer = metadataOf(transaction).proposer;
    }
    if (transaction.kind !== "UserTransaction") return;
    const { gasUnitPrice } = transaction.value.rawTxn;
    this.#recorded.push(feeFacts(gasUnitPrice, { ...info.value, events: ContractEvents.decode(events) }));
    if (executed !== undefined) this.#executed.push(feeFacts(gasUnitPrice, executed));
  }

  /**
   * The fault of a hash that is that of no index which the next record's transaction can have. Either all transactions of a block have one
   * or none has: the chain's configuration decides.
   */
  faultOfIndex({ value: { auxiliaryInfoHash: recorded } }: TransactionInfo): Difference | undefined {
    const hasIndices = this.#hasIndices ?? recorded !== undefined;
    if (!hasIndices) return recorded && { part: "auxiliary_info", recorded, executed: undefined };
    if (findTransactionIndex(recorded, this.#nextIndex) !== undefined) return undefined;
    return { part: "auxiliary_info", recorded, executed: hashTransactionIndex(this.#nextIndex) };
  }

  /** The index that the next record's transaction had in the block as it was proposed; as committed where its info does not tell. */
  indexOf({ value: { auxiliaryInfoHash } }: TransactionInfo): number {
    return findTransactionIndex(auxiliaryInfoHash, this.#nextIndex) ?? this.#records;
  }

  /**
   * The fees that the end of the block has to distribute: by what its records say, and by what execution made of them. Where the two differ
   * one of the block's transactions does, and either is right here: the difference is found at that one.
   *
   * @param state - at the end of the block
   */
  async feeDistributions(state: StateView): Promise<readonly ReadonlyMap<bigint, bigint>[]> {
    const index = this.#proposer && (await proposerIndex(state, this.#proposer));
    const known = this.isExecuted ? [this.#executed, this.#recorded] : [this.#recorded];
    return known.map((fees) => feeDistribution(index, fees));
  }
}

function feeFacts(
  gasUnitPrice: bigint,
  { status, gasUsed, events }: Pick<Output, "status" | "gasUsed" | "events">,
): FeeFacts {
  const storageFeeOctas = feeStatementOf(events)?.storageFeeOctas ?? 0n;
  return { isSuccess: status.kind === "Success", gasUnitPrice, gasUsed, storageFeeOctas };
}
