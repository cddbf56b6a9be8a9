import { bool, type Codec, enumeration, map, struct, u64, vector } from "@ledger/bcs";
import { HashValue } from "../hash-value.ts";
import { StateKey } from "../state/state-key.ts";

/** How full a block was. */
export type BlockEndInfo = {
  readonly kind: "V0";
  readonly value: {
    readonly blockGasLimitReached: boolean;
    readonly blockOutputLimitReached: boolean;
    readonly blockEffectiveBlockGasUnits: bigint;
    /** Bytes, about. */
    readonly blockApproxOutputSize: bigint;
  };
};

/** BCS of block end info. */
export const BlockEndInfo: Codec<BlockEndInfo> = enumeration("BlockEndInfo", {
  V0: struct("BlockEndInfoV0", {
    blockGasLimitReached: bool,
    blockOutputLimitReached: bool,
    blockEffectiveBlockGasUnits: u64,
    blockApproxOutputSize: u64,
  }),
});

/** The shares of the validators in the fees of a block. */
export type FeeDistribution = {
  readonly kind: "V0";
  /** Octas by validator index. */
  readonly value: { readonly amount: ReadonlyMap<bigint, bigint> };
};

/** BCS of a fee distribution. */
export const FeeDistribution: Codec<FeeDistribution> = enumeration("FeeDistribution", {
  V0: struct("FeeDistributionV0", { amount: map(u64, u64) }),
});

/** The members that all variants of a block epilogue have. */
export interface BlockEpilogueV0 {
  readonly blockId: HashValue;
  readonly blockEndInfo: BlockEndInfo;
}

/** Adds who gets the fees. */
export interface BlockEpilogueV1 extends BlockEpilogueV0 {
  readonly feeDistribution: FeeDistribution;
}

/** Adds the keys that the block made hot, in the order they came in. */
export interface BlockEpilogueV2 extends BlockEpilogueV1 {
  readonly toMakeHot: readonly StateKey[];
}

/** The last transaction of a block; it took the place of the state checkpoint. */
export type BlockEpiloguePayload =
  | { readonly kind: "V0"; readonly value: BlockEpilogueV0 }
  | { readonly kind: "V1"; readonly value: BlockEpilogueV1 }
  | { readonly kind: "V2"; readonly value: BlockEpilogueV2 };

const v0 = { blockId: HashValue, blockEndInfo: BlockEndInfo };
const v1 = { ...v0, feeDistribution: FeeDistribution };

/** BCS of a block epilogue. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.6 | Specification, chain types 3.6} */
export const BlockEpiloguePayload: Codec<BlockEpiloguePayload> = enumeration("BlockEpiloguePayload", {
  V0: struct("BlockEpilogueV0", v0),
  V1: struct("BlockEpilogueV1", v1),
  V2: struct("BlockEpilogueV2", { ...v1, toMakeHot: vector(StateKey) }),
});
