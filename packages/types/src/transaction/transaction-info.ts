import { type Codec, enumeration, fixedArray, option, struct, u64 } from "@ledger/bcs";
import { HashValue } from "../hash-value.ts";
import { ExecutionStatus } from "./execution-status.ts";

/** The members with which both variants of a transaction info begin. */
export interface TransactionInfoCommon {
  readonly gasUsed: bigint;
  readonly status: ExecutionStatus;
  readonly transactionHash: HashValue;
  /** Root of the accumulator over the transaction's events. */
  readonly eventRootHash: HashValue;
  /** Hash of the write set. */
  readonly stateChangeHash: HashValue;
  /** Root of the state after the transaction; present on the last transaction of a block and at genesis. */
  readonly stateCheckpointHash: HashValue | undefined;
}

/** The transaction info in force. */
export interface TransactionInfoV0 extends TransactionInfoCommon {
  readonly auxiliaryInfoHash: HashValue | undefined;
}

/** A later form, which a feature flag turns on in public networks. */
export interface TransactionInfoV1 extends TransactionInfoCommon {
  readonly hotStateCheckpointHash: HashValue | undefined;
  readonly auxiliaryInfoHash: HashValue | undefined;
  readonly positionStateCheckpointHash: HashValue | undefined;
  /** Seven places for later hashes. */
  readonly reserved: readonly (HashValue | undefined)[];
}

/** The commitment of the chain for one version: a leaf of the transaction accumulator. */
export type TransactionInfo =
  | { readonly kind: "V0"; readonly value: TransactionInfoV0 }
  | { readonly kind: "V1"; readonly value: TransactionInfoV1 };

const common = {
  gasUsed: u64,
  status: ExecutionStatus,
  transactionHash: HashValue,
  eventRootHash: HashValue,
  stateChangeHash: HashValue,
  stateCheckpointHash: option(HashValue),
};

/** BCS of a transaction info. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.1 | Specification, chain types 4.1} */
export const TransactionInfo: Codec<TransactionInfo> = enumeration("TransactionInfo", {
  V0: struct("TransactionInfoV0", { ...common, auxiliaryInfoHash: option(HashValue) }),
  V1: struct("TransactionInfoV1", {
    ...common,
    hotStateCheckpointHash: option(HashValue),
    auxiliaryInfoHash: option(HashValue),
    positionStateCheckpointHash: option(HashValue),
    reserved: fixedArray(option(HashValue), 7),
  }),
});
