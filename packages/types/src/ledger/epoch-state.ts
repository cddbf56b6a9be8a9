import { bytes, type Codec, struct, u64, vector } from "@ledger/bcs";
import { Address } from "../address.ts";

/** Bytes of a BLS12-381 public key, a compressed G1 point. */
export const blsPublicKeyLength = 48;

/** A validator as consensus knows it. */
export interface ValidatorConsensusInfo {
  readonly address: Address;
  /** BLS12-381 public key: a compressed G1 point, 48 bytes. Not checked here. */
  readonly publicKey: Uint8Array;
  readonly votingPower: bigint;
}

/** BCS of {@link ValidatorConsensusInfo}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const ValidatorConsensusInfo: Codec<ValidatorConsensusInfo> = struct("ValidatorConsensusInfo", {
  address: Address,
  publicKey: bytes,
  votingPower: u64,
});

/** The validators of an epoch, in the order of their indices: what signed ledger infos are checked against. */
export interface ValidatorVerifier {
  readonly validatorInfos: readonly ValidatorConsensusInfo[];
}

/** BCS of {@link ValidatorVerifier}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const ValidatorVerifier: Codec<ValidatorVerifier> = struct("ValidatorVerifier", {
  validatorInfos: vector(ValidatorConsensusInfo),
});

/** An epoch with its validators. */
export interface EpochState {
  readonly epoch: bigint;
  readonly verifier: ValidatorVerifier;
}

/** BCS of {@link EpochState}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const EpochState: Codec<EpochState> = struct("EpochState", {
  epoch: u64,
  verifier: ValidatorVerifier,
});

/** Voting power that signers need together: more than two thirds. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export function quorumVotingPower({ validatorInfos }: ValidatorVerifier): bigint {
  const total = validatorInfos.reduce((sum, { votingPower }) => sum + votingPower, 0n);
  return (total * 2n) / 3n + 1n;
}
