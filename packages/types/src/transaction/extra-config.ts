import { type Codec, enumeration, option, struct, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";

/** Multiples of the usual limits that a transaction asks for, in basis points. */
export type UserTxnLimitsMultipliers = {
  readonly kind: "V1";
  readonly value: { readonly executionBps: bigint; readonly ioBps: bigint };
};

/** BCS of {@link UserTxnLimitsMultipliers}. */
export const UserTxnLimitsMultipliers: Codec<UserTxnLimitsMultipliers> = enumeration("UserTxnLimitsMultipliers", {
  V1: struct("V1", { executionBps: u64, ioBps: u64 }),
});

/** A request for higher limits, by the right of a stake. */
export type UserTxnLimitsRequest =
  | { readonly kind: "StakePoolOwner"; readonly value: { readonly multipliers: UserTxnLimitsMultipliers } }
  | {
      readonly kind: "DelegatedVoter" | "DelegationPoolDelegator";
      readonly value: { readonly poolAddress: Address; readonly multipliers: UserTxnLimitsMultipliers };
    };

const inPool = { poolAddress: Address, multipliers: UserTxnLimitsMultipliers };

/** BCS of {@link UserTxnLimitsRequest}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const UserTxnLimitsRequest: Codec<UserTxnLimitsRequest> = enumeration("UserTxnLimitsRequest", {
  StakePoolOwner: struct("StakePoolOwner", { multipliers: UserTxnLimitsMultipliers }),
  DelegatedVoter: struct("DelegatedVoter", inPool),
  DelegationPoolDelegator: struct("DelegationPoolDelegator", inPool),
});

/** The settings that a versioned payload carries besides its executable. */
export type TransactionExtraConfig =
  | { readonly kind: "V1"; readonly value: TransactionExtraConfigV1 }
  | { readonly kind: "V2"; readonly value: TransactionExtraConfigV2 };

/** Members of the first variant. */
export interface TransactionExtraConfigV1 {
  /** The multisig account on whose behalf the transaction runs. */
  readonly multisigAddress: Address | undefined;
  /** Makes the transaction orderless: the nonce replaces the sequence number. */
  readonly replayProtectionNonce: bigint | undefined;
}

/** Members of the second variant. */
export interface TransactionExtraConfigV2 extends TransactionExtraConfigV1 {
  readonly txnLimitsRequest: UserTxnLimitsRequest | undefined;
}

const v1 = { multisigAddress: option(Address), replayProtectionNonce: option(u64) };

/** BCS of an extra config. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.2 | Specification, chain types 3.2} */
export const TransactionExtraConfig: Codec<TransactionExtraConfig> = enumeration("TransactionExtraConfig", {
  V1: struct("TransactionExtraConfigV1", v1),
  V2: struct("TransactionExtraConfigV2", { ...v1, txnLimitsRequest: option(UserTxnLimitsRequest) }),
});
