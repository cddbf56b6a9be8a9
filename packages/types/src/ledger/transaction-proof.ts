import { type Codec, enumeration, option, struct, u64, unit, vector } from "@ledger/bcs";
import { ContractEvent } from "../event/contract-event.ts";
import type { HashValue } from "../hash-value.ts";
import { verifyAccumulatorProof, verifyAccumulatorRangeProof } from "../merkle/accumulator-proof.ts";
import { AccumulatorProof, AccumulatorRangeProof } from "../merkle/proofs.ts";
import { WriteSet } from "../state/write-set.ts";
import { ExecutionStatus } from "../transaction/execution-status.ts";
import { Transaction } from "../transaction/transaction.ts";
import { TransactionInfo } from "../transaction/transaction-info.ts";
import { hashTransactionInfo } from "./ledger-hash.ts";

/** A transaction info with its place in the ledger. */
export interface TransactionInfoWithProof {
  readonly ledgerInfoToTransactionInfoProof: AccumulatorProof;
  readonly transactionInfo: TransactionInfo;
}

/** BCS of {@link TransactionInfoWithProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const TransactionInfoWithProof: Codec<TransactionInfoWithProof> = struct("TransactionInfoWithProof", {
  ledgerInfoToTransactionInfoProof: AccumulatorProof,
  transactionInfo: TransactionInfo,
});

/** Consecutive transaction infos with their place in the ledger. */
export interface TransactionInfoListWithProof {
  readonly ledgerInfoToTransactionInfosProof: AccumulatorRangeProof;
  readonly transactionInfos: readonly TransactionInfo[];
}

/** BCS of {@link TransactionInfoListWithProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const TransactionInfoListWithProof: Codec<TransactionInfoListWithProof> = struct(
  "TransactionInfoListWithProof",
  {
    ledgerInfoToTransactionInfosProof: AccumulatorRangeProof,
    transactionInfos: vector(TransactionInfo),
  },
);

/** Consecutive transactions with what proves them. */
export interface TransactionListWithProof {
  readonly transactions: readonly Transaction[];
  /** Events of each transaction, when they were asked for. */
  readonly events: readonly (readonly ContractEvent[])[] | undefined;
  /** Absent when there are no transactions. */
  readonly firstTransactionVersion: bigint | undefined;
  readonly proof: TransactionInfoListWithProof;
}

/** BCS of {@link TransactionListWithProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const TransactionListWithProof: Codec<TransactionListWithProof> = struct("TransactionListWithProof", {
  transactions: vector(Transaction),
  events: option(vector(vector(ContractEvent))),
  firstTransactionVersion: option(u64),
  proof: TransactionInfoListWithProof,
});

/** The fate of an executed transaction: whether it became part of the ledger. */
export type TransactionStatus =
  | { readonly kind: "Discard"; readonly value: bigint }
  | { readonly kind: "Keep"; readonly value: ExecutionStatus }
  | { readonly kind: "Retry" };

/** BCS of {@link TransactionStatus}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const TransactionStatus: Codec<TransactionStatus> = enumeration("TransactionStatus", {
  Discard: u64,
  Keep: ExecutionStatus,
  Retry: unit,
});

/** The results of executing a transaction. */
export interface TransactionOutput {
  readonly writeSet: WriteSet;
  readonly events: readonly ContractEvent[];
  readonly gasUsed: bigint;
  readonly status: TransactionStatus;
}

/** BCS of {@link TransactionOutput}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10} */
export const TransactionOutput: Codec<TransactionOutput> = struct("TransactionOutput", {
  writeSet: WriteSet,
  events: vector(ContractEvent),
  gasUsed: u64,
  status: TransactionStatus,
});

/**
 * True if the ledger with this accumulator root has this transaction info at `version`.
 *
 * @param root - of the transaction accumulator, from a ledger info that one trusts
 */
export function verifyTransactionInfo(
  { ledgerInfoToTransactionInfoProof, transactionInfo }: TransactionInfoWithProof,
  root: HashValue,
  version: bigint,
): boolean {
  const leaf = hashTransactionInfo(TransactionInfo.encode(transactionInfo));
  return verifyAccumulatorProof("TransactionAccumulator", ledgerInfoToTransactionInfoProof, root, version, leaf);
}

/**
 * True if the ledger with this accumulator root has these transaction infos from `firstVersion` on.
 *
 * @param root - of the transaction accumulator, from a ledger info that one trusts
 */
export function verifyTransactionInfoList(
  { ledgerInfoToTransactionInfosProof, transactionInfos }: TransactionInfoListWithProof,
  root: HashValue,
  firstVersion: bigint,
): boolean {
  const leaves = transactionInfos.map((info) => hashTransactionInfo(TransactionInfo.encode(info)));
  return verifyAccumulatorRangeProof(
    "TransactionAccumulator",
    ledgerInfoToTransactionInfosProof,
    root,
    firstVersion,
    leaves,
  );
}
