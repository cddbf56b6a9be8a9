import { at, BcsError, bool, enumeration, option, struct, u32, u64, unit } from "@ledger/bcs";
import type { NativeFunction } from "../../port/native.ts";
import { bytesOf } from "../arguments.ts";

// The parts of the validators' configuration before the one that is asked for.
const reputation = struct("ReputationConfig", {
  activeWeight: u64,
  inactiveWeight: u64,
  failedWeight: u64,
  failureThresholdPercent: u32,
  proposerWindow: u64,
  voterWindow: u64,
  weightByVotingPower: bool,
  useHistoryFromPreviousEpochs: u32,
});

const proposerElection = enumeration("ProposerElection", {
  FixedProposer: u64,
  RotatingProposer: u64,
  LeaderReputation: enumeration("LeaderReputation", { ProposerAndVoter: reputation, ProposerAndVoterV2: reputation }),
});

const roundConfig = struct("RoundConfig", {
  decoupledExecution: bool,
  backPressureLimit: u64,
  excludeRound: u64,
  proposerElection,
  maxFailedAuthors: u64,
});

const algorithm = enumeration("Algorithm", {
  Jolteon: struct("Jolteon", { main: roundConfig, quorumStore: bool }),
  JolteonV2: at(2, struct("JolteonV2", { main: roundConfig, quorumStore: bool, orderVote: bool })),
});

const validatorTransactions = enumeration("ValidatorTransactions", {
  Off: unit,
  On: struct("ValidatorTransactionLimits", { perBlockCount: u64, perBlockBytes: u64 }),
});

/** The versions of `0x1::consensus_config::ConsensusConfig` that real ledgers hold. */
const ConsensusConfig = enumeration("ConsensusConfig", {
  V1: roundConfig,
  V2: roundConfig,
  V3: struct("ConsensusConfigV3", { algorithm, validatorTransactions }),
  V4: struct("ConsensusConfigV4", { algorithm, validatorTransactions, window: option(u64) }),
  V5: struct("ConsensusConfigV5", { algorithm, validatorTransactions, window: option(u64), randomnessCheck: bool }),
});

/** Bytes that are no configuration count as the default one, which has no validator transactions. */
function hasValidatorTransactions(bytes: Uint8Array): boolean {
  try {
    const config = ConsensusConfig.decode(bytes);
    return config.kind !== "V1" && config.kind !== "V2" && config.value.validatorTransactions.kind === "On";
  } catch (error) {
    if (error instanceof BcsError) return false;
    throw error;
  }
}

/** `0x1::consensus_config`. */
export const consensusConfigNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::consensus_config::validator_txn_enabled_internal": (call) => hasValidatorTransactions(bytesOf(call.args[0])),
};
