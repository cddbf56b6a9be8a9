import { bool, type Codec, enumeration, option, struct, u64, vector } from "@ledger/bcs";
import { AggregateSignature } from "../aggregate-signature.ts";
import { HashValue } from "../hash-value.ts";
import { EpochState } from "./epoch-state.ts";

/** The agreement of consensus on a block. */
export interface BlockInfo {
  readonly epoch: bigint;
  readonly round: bigint;
  readonly id: HashValue;
  /** Root of the transaction accumulator after the block. */
  readonly executedStateId: HashValue;
  /** Last version of the block. */
  readonly version: bigint;
  readonly timestampUsecs: bigint;
  /** Present when the block ends its epoch. */
  readonly nextEpochState: EpochState | undefined;
}

/** BCS of {@link BlockInfo}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const BlockInfo: Codec<BlockInfo> = struct("BlockInfo", {
  epoch: u64,
  round: u64,
  id: HashValue,
  executedStateId: HashValue,
  version: u64,
  timestampUsecs: u64,
  nextEpochState: option(EpochState),
});

/** The commitment that validators sign. */
export interface LedgerInfo {
  readonly commitInfo: BlockInfo;
  readonly consensusDataHash: HashValue;
}

/** BCS of {@link LedgerInfo}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const LedgerInfo: Codec<LedgerInfo> = struct("LedgerInfo", {
  commitInfo: BlockInfo,
  consensusDataHash: HashValue,
});

/** A ledger info with the signatures that make it true. */
export type LedgerInfoWithSignatures = {
  readonly kind: "V0";
  readonly value: { readonly ledgerInfo: LedgerInfo; readonly signatures: AggregateSignature };
};

/** BCS of {@link LedgerInfoWithSignatures}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const LedgerInfoWithSignatures: Codec<LedgerInfoWithSignatures> = enumeration("LedgerInfoWithSignatures", {
  V0: struct("LedgerInfoWithV0", { ledgerInfo: LedgerInfo, signatures: AggregateSignature }),
});

/** Consecutive epoch endings. */
export interface EpochChangeProof {
  readonly ledgerInfoWithSigs: readonly LedgerInfoWithSignatures[];
  /** True if there are later ones. */
  readonly more: boolean;
}

/** BCS of {@link EpochChangeProof}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const EpochChangeProof: Codec<EpochChangeProof> = struct("EpochChangeProof", {
  ledgerInfoWithSigs: vector(LedgerInfoWithSignatures),
  more: bool,
});
