import { bool, bytes, string, struct, u8, u64, u128, vector } from "@ledger/bcs";
import { Address, addressesEqual, frameworkAddress, parseAddress, type Transaction } from "@ledger/types";
import { createEnvironment, type FunctionArgument, GasSchedule, type MoveVm } from "@ledger/vm";
import { executeGenesis, type GenesisCall } from "./execute-genesis.ts";
import type { Framework } from "./framework.ts";

/** A validator of a network that begins. */
export interface GenesisValidator {
  readonly address: Address;
  /** Octas. */
  readonly stake: bigint;
  /** BLS12-381, 48 bytes. */
  readonly consensusPublicKey: Uint8Array;
  /** BLS12-381 signature of the public key by its secret key, 96 bytes. */
  readonly proofOfPossession: Uint8Array;
}

/** An account of a network that begins. */
export interface GenesisAccount {
  readonly address: Address;
  /** 32 bytes. */
  readonly authenticationKey: Uint8Array;
  /** Octas, taken from what `0xa550c18` holds. */
  readonly balance: bigint;
}

/** The settings of a test network; everything else comes from its framework. */
export interface TestNetworkConfig {
  readonly chainId: number;
  /** Length of an epoch in microseconds. */
  readonly epochIntervalUsecs: bigint;
  /** Authentication key of `0xa550c18`, the account that holds and mints coins. */
  readonly coreResourcesKey: Uint8Array;
  readonly validators: readonly GenesisValidator[];
  /** Accounts with funds, besides `0xa550c18`. */
  readonly accounts?: readonly GenesisAccount[] | undefined;
  /** Numbers of features that are on besides those of the framework's network. */
  readonly features?: readonly number[] | undefined;
  /** BCS of `0x1::keyless_account::Groth16VerificationKey`; absent where no keyless proof is to be accepted. */
  readonly keylessVerificationKey?: Uint8Array | undefined;
}

/** Holds 2^64 - 1 coins of a test network, and may mint more. */
export const coreResourcesAddress: Address = parseAddress("0xa550c18");

/** A test network's validators need not hold much, neither to take part nor to vote. */
const minStake = 0n;
const maxStake = 100_000_000_000_000_000n;
const lockupSecs = 86_400n;
const rewardsRateDenominator = 1_000_000_000n;
const votingPowerIncreaseLimit = 20n;
const votingDurationSecs = 43_200n;
const secondsOfAYear = 31_536_000n;
/** Rewards of a year, in percent of the stake. */
const yearlyRewards = 10n;

/**
 * Makes the genesis of a test network by executing its framework.
 *
 * @throws GenesisError when the framework refuses it, e.g. a wrong proof of possession
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#7.2 | Specification, execution 7.2}
 */
export function testNetworkGenesis(vm: MoveVm, framework: Framework, config: TestNetworkConfig): Promise<Transaction> {
  const { features, modules } = framework;
  const environment = createEnvironment({
    chainId: config.chainId,
    features,
    gas: new GasSchedule({ featureVersion: featureVersionOf(framework), entries: [] }),
  });
  return executeGenesis(vm, {
    environment,
    modules,
    sessions: [initialCalls(framework, config), packageCalls(framework)],
  });
}

const framework1: FunctionArgument = { signer: frameworkAddress };

function call(module: string, name: string, ...args: FunctionArgument[]): GenesisCall {
  return { address: frameworkAddress, module, name, args };
}

function initialCalls(framework: Framework, config: TestNetworkConfig): GenesisCall[] {
  const { resource, keyless } = framework;
  const { features = [], keylessVerificationKey } = config;
  return [
    call("genesis", "initialize", ...initializeArguments(framework, config)),
    call(
      "features",
      "change_feature_flags_internal",
      framework1,
      vector(u64).encode([...framework.enabledFeatures, ...features.map(BigInt)]),
      vector(u64).encode([]),
    ),
    call("genesis", "initialize_core_resources_and_aptos_coin", framework1, bytes.encode(config.coreResourcesKey)),
    call("config_buffer", "initialize", framework1),
    call("dkg", "initialize", framework1),
    call("reconfiguration_state", "initialize", framework1),
    call(
      "randomness_api_v0_config",
      "initialize",
      framework1,
      resource("randomness_api_v0_config", "RequiredGasDeposit"),
      resource("randomness_api_v0_config", "AllowCustomMaxGasFlag"),
    ),
    call("randomness_config_seqnum", "initialize", framework1),
    call("randomness_config", "initialize", framework1, resource("randomness_config", "RandomnessConfig")),
    call("randomness", "initialize", framework1),
    call(
      "aptos_governance",
      "initialize",
      framework1,
      u128.encode(minStake),
      u64.encode(minStake),
      u64.encode(votingDurationSecs),
    ),
    call("account_abstraction", "initialize", framework1),
    ...derivableAccountCalls(framework),
    call("genesis", "create_initialize_validators", framework1, validatorList.encode(validatorsOf(config))),
    call("version", "initialize_for_test", { signer: coreResourcesAddress }),
    call("jwk_consensus_config", "initialize", framework1, resource("jwk_consensus_config", "JWKConsensusConfig")),
    call("jwks", "initialize", framework1),
    call("keyless_account", "update_configuration", framework1, keyless("Configuration")),
    ...(keylessVerificationKey === undefined
      ? []
      : [call("keyless_account", "update_groth16_verification_key", framework1, keylessVerificationKey)]),
    call("jwks", "set_patches", framework1, resource("jwks", "Patches")),
    {
      address: experimental,
      module: "confidential_asset",
      name: "init_module_for_genesis",
      args: [{ signer: experimental }],
    },
    ...(config.accounts ?? []).flatMap(accountCalls),
    call("genesis", "set_genesis_end", framework1),
    call("block", "emit_genesis_block_event", { signer: vmReserved }),
    call("reconfiguration", "emit_genesis_reconfiguration_event"),
  ];
}

/** Makes an account with its key and its coins. */
function accountCalls({ address, authenticationKey, balance }: GenesisAccount): GenesisCall[] {
  const core = { signer: coreResourcesAddress };
  return [
    call("account", "create_account_if_does_not_exist", address),
    call("account", "rotate_authentication_key_internal", { signer: address }, bytes.encode(authenticationKey)),
    call("aptos_account", "transfer", core, address, u64.encode(balance)),
  ];
}

/** Functions that know the keys of other chains' wallets: accounts that follow from such a key exist where they are registered. */
const derivableAuthenticators: readonly (readonly [address: string, module: string])[] = [
  ["0x7", "test_derivable_account_abstraction_ed25519_hex"],
  ["0x1", "solana_derivable_account"],
  ["0x1", "ethereum_derivable_account"],
  ["0x1", "sui_derivable_account"],
];

/** Registers those of them that the framework has. */
function derivableAccountCalls({ modules }: Framework): GenesisCall[] {
  return derivableAuthenticators.flatMap(([text, name]) => {
    const address = parseAddress(text);
    if (!modules.some((module) => module.name === name && addressesEqual(module.address, address))) return [];
    const args = [address, string.encode(name), string.encode("authenticate")];
    return [call("account_abstraction", "register_derivable_authentication_function", framework1, ...args)];
  });
}

const vmReserved = parseAddress("0x0");
const experimental = parseAddress("0x7");

function initializeArguments({ resource }: Framework, config: TestNetworkConfig): Uint8Array[] {
  const epochSecs = config.epochIntervalUsecs / 1_000_000n;
  const epochsOfAYear = epochSecs === 0n ? secondsOfAYear : secondsOfAYear / epochSecs;
  const rewardsRate = (rewardsRateDenominator * yearlyRewards) / 100n / epochsOfAYear;
  return [
    bytes.encode(resource("gas_schedule", "GasScheduleV2")),
    u8.encode(config.chainId),
    resource("version", "Version"),
    resource("consensus_config", "ConsensusConfig"),
    resource("execution_config", "ExecutionConfig"),
    u64.encode(config.epochIntervalUsecs),
    u64.encode(minStake),
    u64.encode(maxStake),
    u64.encode(lockupSecs),
    bool.encode(true),
    u64.encode(rewardsRate),
    u64.encode(rewardsRateDenominator),
    u64.encode(votingPowerIncreaseLimit),
  ];
}

const validatorList = vector(
  struct("ValidatorConfiguration", {
    owner: Address,
    operator: Address,
    voter: Address,
    stake: u64,
    consensusPublicKey: bytes,
    proofOfPossession: bytes,
    networkAddresses: bytes,
    fullNodeNetworkAddresses: bytes,
  }),
);

/** BCS of an empty list of addresses: no node connects to the validators. */
const noAddresses = Uint8Array.of(0);

function validatorsOf({ validators }: TestNetworkConfig) {
  return validators.map(({ address, ...keys }) => ({
    owner: address,
    operator: address,
    voter: address,
    ...keys,
    networkAddresses: noAddresses,
    fullNodeNetworkAddresses: noAddresses,
  }));
}

function packageCalls({ packages }: Framework): GenesisCall[] {
  return packages.map(({ owner, metadata }) => call("code", "initialize", framework1, { signer: owner }, metadata));
}

/** The feature version is the first number of the schedule. */
function featureVersionOf({ resource }: Framework): number {
  return Number(u64.decode(resource("gas_schedule", "GasScheduleV2").subarray(0, 8)));
}
