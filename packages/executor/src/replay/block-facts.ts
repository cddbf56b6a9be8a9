import { type Address, ContractEvents, type StateView, type Transaction, type TransactionInfo } from "@ledger/types";
import { type FeeFacts, feeDistribution, proposerIndex } from "../block/block-epilogue.ts";
import { metadataOf } from "../block/block-prologue.ts";
import type { Output } from "../block/output.ts";
import { feeStatementOf } from "./compare.ts";
import { findTransactionIndex } from "./transaction-index.ts";

/** A record whose transaction and info are decoded. */
export interface DecodedRecord {
  /** Absent for a form that this release does not know. */
  readonly transaction: Transaction | undefined;
  readonly info: TransactionInfo;
  /** BCS of its events. */
  readonly events: Uint8Array;
}

/** What the records of a block say so far that a later one of the block depends on. */
export class BlockFacts {
  #proposer: Address | undefined;
  readonly #fees: FeeFacts[] = [];
  #records = 0;
  #nextIndex = 0;
  #isExecuted = true;

  /** True if the fees of the block rest on nothing but what execution made of its transactions. */
  get isExecuted(): boolean {
    return this.#isExecuted;
  }

  /**
   * Notes the next record of the block.
   *
   * @param executed - what execution made of it, where it was executed and committed: who forges the gas of a transaction must not make the
   * fees of its block look forged
   */
  note({ transaction, info, events }: DecodedRecord, executed: Output | undefined): void {
    this.#nextIndex = this.indexOf(info) + 1;
    this.#records += 1;
    if (transaction === undefined) return;
    if (transaction.kind === "BlockMetadata" || transaction.kind === "BlockMetadataExt") {
      this.#proposer = metadataOf(transaction).proposer;
    }
    if (transaction.kind !== "UserTransaction") return;
    if (executed === undefined) this.#isExecuted = false;
    const { status, gasUsed } = executed ?? info.value;
    const statement = feeStatementOf(executed?.events ?? ContractEvents.decode(events));
    this.#fees.push({
      isSuccess: status.kind === "Success",
      gasUnitPrice: transaction.value.rawTxn.gasUnitPrice,
      gasUsed,
      storageFeeOctas: statement?.storageFeeOctas ?? 0n,
    });
  }

  /** The index that the next record's transaction had in the block as it was proposed; as committed where its info does not tell. */
  indexOf({ value: { auxiliaryInfoHash } }: TransactionInfo): number {
    return findTransactionIndex(auxiliaryInfoHash, this.#nextIndex) ?? this.#records;
  }

  /** The fees that the end of the block has to distribute. @param state - at the end of the block */
  async feeDistribution(state: StateView): Promise<ReadonlyMap<bigint, bigint>> {
    const index = this.#proposer && (await proposerIndex(state, this.#proposer));
    return feeDistribution(index, this.#fees);
  }
}
