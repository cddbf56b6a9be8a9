import { bytes, type Codec, struct, u8, u64, u128, vector } from "@ledger/bcs";
import { Address } from "../address.ts";

/** A validator as the chain keeps it. */
export interface ValidatorInfo {
  readonly address: Address;
  readonly votingPower: bigint;
  readonly config: ValidatorConfig;
}

/** The keys and addresses that a validator registered. */
export interface ValidatorConfig {
  /** BLS12-381 public key, 48 bytes. Not checked here. */
  readonly consensusPubkey: Uint8Array;
  /** BCS of the addresses where other validators reach it. */
  readonly networkAddresses: Uint8Array;
  /** BCS of the addresses where full nodes reach it. */
  readonly fullnodeAddresses: Uint8Array;
  readonly validatorIndex: bigint;
}

/** BCS of {@link ValidatorInfo}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const ValidatorInfo: Codec<ValidatorInfo> = struct("ValidatorInfo", {
  address: Address,
  votingPower: u64,
  config: struct("ValidatorConfig", {
    consensusPubkey: bytes,
    networkAddresses: bytes,
    fullnodeAddresses: bytes,
    validatorIndex: u64,
  }),
});

/** `0x1::stake::ValidatorSet`. */
export interface ValidatorSet {
  readonly consensusScheme: number;
  readonly activeValidators: readonly ValidatorInfo[];
  /** Leave with the next epoch, and validate until then. */
  readonly pendingInactive: readonly ValidatorInfo[];
  /** Join with the next epoch. */
  readonly pendingActive: readonly ValidatorInfo[];
  readonly totalVotingPower: bigint;
  readonly totalJoiningPower: bigint;
}

/** BCS of {@link ValidatorSet}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const ValidatorSet: Codec<ValidatorSet> = struct("ValidatorSet", {
  consensusScheme: u8,
  activeValidators: vector(ValidatorInfo),
  pendingInactive: vector(ValidatorInfo),
  pendingActive: vector(ValidatorInfo),
  totalVotingPower: u128,
  totalJoiningPower: u128,
});
