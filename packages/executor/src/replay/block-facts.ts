import { type Address, ContractEvents, type StateView, type Transaction, type TransactionInfo } from "@ledger/types";
import { type FeeFacts, feeDistribution, proposerIndex } from "../block/block-epilogue.ts";
import { metadataOf } from "../block/block-prologue.ts";
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

  /** Notes the next record of the block. */
  note({ transaction, info, events }: DecodedRecord): void {
    this.#nextIndex = this.indexOf(info) + 1;
    this.#records += 1;
    if (transaction === undefined) return;
    if (transaction.kind === "BlockMetadata" || transaction.kind === "BlockMetadataExt") {
      this.#proposer = metadataOf(transaction).proposer;
    }
    if (transaction.kind !== "UserTransaction") return;
    this.#fees.push({
      isSuccess: info.value.status.kind === "Success",
      gasUnitPrice: transaction.value.rawTxn.gasUnitPrice,
      gasUsed: info.value.gasUsed,
      storageFeeOctas: feeStatementOf(ContractEvents.decode(events))?.storageFeeOctas ?? 0n,
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
