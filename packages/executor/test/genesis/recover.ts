import { bool, bytes, string, struct, u8, u64, u128, vector } from "@ledger/bcs";
import { decodeModule } from "@ledger/move";
import {
  AccountResource,
  Address,
  addressesEqual,
  BlockResource,
  bytesToHex,
  ChainIdResource,
  deriveGenesis,
  frameworkAddress,
  frameworkKey,
  parseAddress,
  parseStructTag,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  ValidatorSet,
} from "@ledger/types";
import { createEnvironment, type FunctionArgument, GasSchedule } from "@ledger/vm";
import { coreResourcesAddress, type GenesisCall, type GenesisInput, readFramework } from "../../src/index.ts";
import type { PublishedModule } from "../../src/session/session-changes.ts";

const stakingConfig = struct("StakingConfig", {
  minimumStake: u64,
  maximumStake: u64,
  recurringLockupDurationSecs: u64,
  allowValidatorSetChange: bool,
  rewardsRate: u64,
  rewardsRateDenominator: u64,
  votingPowerIncreaseLimit: u64,
});
const governanceConfig = struct("GovernanceConfig", {
  minVotingThreshold: u128,
  requiredProposerStake: u64,
  votingDurationSecs: u64,
});
/** The first members of `0x1::stake::StakePool`. */
const stakePoolHead = struct("StakePool", {
  active: u64,
  inactive: u64,
  pendingActive: u64,
  pendingInactive: u64,
  lockedUntilSecs: u64,
  operator: Address,
  voter: Address,
});
const stakePoolHeadBytes = 5 * 8 + 2 * 32;
const validatorConfig = struct("ValidatorConfig", {
  consensusPublicKey: bytes,
  networkAddresses: bytes,
  fullNodeNetworkAddresses: bytes,
  validatorIndex: u64,
});
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

const oidcProviders = vector(struct("OIDCProvider", { name: bytes, configUrl: bytes }));

/** What the list of functions that know the keys of other chains' wallets has been called. */
const authenticatorLists = [
  { list: "DerivableDispatchableAuthenticator", register: "register_derivable_authentication_function" },
  { list: "DomainDispatchableAuthenticator", register: "register_domain_with_authentication_function" },
] as const;

/** The order in which genesis registers those that are known; any others come last. */
const knownAuthenticators = ["test_derivable_account_abstraction_ed25519_hex", "solana_derivable_account", "ethereum"];

function placeOf(name: string): number {
  const place = knownAuthenticators.findIndex((known) => name.startsWith(known));
  return place < 0 ? knownAuthenticators.length : place;
}

/**
 * Reads off a published genesis of a network for tests what it was made of: which of the framework's functions were called follows from
 * what the framework has and what they left behind, their arguments from the resources.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#7.2 | Specification, execution 7.2}
 */
export function recoverGenesis(blob: Uint8Array): GenesisInput {
  const framework = readFramework(blob);
  const values = new Map(deriveGenesis(blob).writes.map(({ key, value }) => [bytesToHex(key), value]));
  const find = (key: Uint8Array): Uint8Array | undefined => values.get(bytesToHex(key));
  const resource = (module: string, name: string): Uint8Array => framework.resource(module, name);
  const has = (module: string, name: string): boolean => find(frameworkKey(module, name)) !== undefined;
  const at = (owner: Address, type: string): Uint8Array => {
    const value = find(resourceKey(owner, parseStructTag(type)));
    if (value === undefined) throw new Error(`the genesis has no ${type} at ${bytesToHex(owner)}`);
    return value;
  };
  /** How many parameters the framework's functions have. */
  const functions = new Map(
    framework.modules.flatMap(({ address, name, bytes: code }) => {
      const { functionDefinitions, functionHandles, identifiers, signatures } = decodeModule(code);
      return functionDefinitions.map(({ handle }): [string, number] => {
        const { name: fn, params } = functionHandles[handle]!;
        return [`${bytesToHex(address)} ${name}::${identifiers[fn]}`, signatures[params]!.length];
      });
    }),
  );
  const parametersOf = ({ address, module, name }: Omit<GenesisCall, "args">): number | undefined =>
    functions.get(`${bytesToHex(address)} ${module}::${name}`);
  const isThere = (made: GenesisCall): boolean => parametersOf(made) !== undefined;
  /** The first of several calls whose function the framework has. */
  const firstOf = (...calls: GenesisCall[]): GenesisCall[] => calls.filter(isThere).slice(0, 1);
  const ownCalls = callsOfGenesis(framework.modules);
  /** `MODULE::initialize`, where the resource that it leaves behind is there and the framework's genesis does not call it itself. */
  const initialize = (module: string, name: string, ...args: FunctionArgument[]): GenesisCall[] =>
    has(module, name) && !ownCalls.has(`${module}::initialize`)
      ? firstOf(call(module, "initialize", core, ...args))
      : [];

  const chainId = ChainIdResource.decode(resource("chain_id", "ChainId")).id;
  // The first schedules had no version.
  const hasVersion = has("gas_schedule", "GasScheduleV2");
  const schedule = resource("gas_schedule", hasVersion ? "GasScheduleV2" : "GasSchedule");
  const featureVersion = hasVersion ? Number(u64.decode(schedule.subarray(0, 8))) : 0;
  const staking = stakingConfig.decode(resource("staking_config", "StakingConfig"));
  const governance = governanceConfig.decode(resource("aptos_governance", "GovernanceConfig"));
  const coreAccount = AccountResource.decode(at(coreResourcesAddress, "0x1::account::Account"));
  const flags = vector(u64).encode(framework.enabledFeatures);
  const none = vector(u64).encode([]);
  const initialise = { address: frameworkAddress, module: "genesis", name: "initialize" };
  const takesExecutionConfig = parametersOf(initialise) === 13;
  const sessions = [
    [
      call(
        "genesis",
        "initialize",
        bytes.encode(schedule),
        u8.encode(chainId),
        resource("version", "Version"),
        resource("consensus_config", "ConsensusConfig"),
        ...(takesExecutionConfig ? [resource("execution_config", "ExecutionConfig")] : []),
        u64.encode(BlockResource.decode(resource("block", "BlockResource")).epochInterval),
        u64.encode(staking.minimumStake),
        u64.encode(staking.maximumStake),
        u64.encode(staking.recurringLockupDurationSecs),
        bool.encode(staking.allowValidatorSetChange),
        u64.encode(staking.rewardsRate),
        u64.encode(staking.rewardsRateDenominator),
        u64.encode(staking.votingPowerIncreaseLimit),
      ),
      ...(has("features", "Features")
        ? firstOf(
            call("features", "change_feature_flags_internal", core, flags, none),
            call("features", "change_feature_flags", core, flags, none),
          )
        : []),
      call("genesis", "initialize_core_resources_and_aptos_coin", core, bytes.encode(coreAccount.authenticationKey)),
      ...initialize("config_buffer", "PendingConfigs"),
      ...initialize("dkg", "DKGState"),
      ...initialize("chunky_dkg", "ChunkyDKGState"),
      ...initialize("reconfiguration_state", "State"),
      ...(has("randomness_api_v0_config", "RequiredGasDeposit")
        ? initialize(
            "randomness_api_v0_config",
            "RequiredGasDeposit",
            resource("randomness_api_v0_config", "RequiredGasDeposit"),
            resource("randomness_api_v0_config", "AllowCustomMaxGasFlag"),
          )
        : []),
      ...initialize("randomness_config_seqnum", "RandomnessConfigSeqNum"),
      ...(has("randomness_config", "RandomnessConfig")
        ? initialize("randomness_config", "RandomnessConfig", resource("randomness_config", "RandomnessConfig"))
        : []),
      ...initialize("chunky_dkg_config_seqnum", "ChunkyDKGConfigSeqNum"),
      ...(has("chunky_dkg_config", "ChunkyDKGConfig")
        ? initialize("chunky_dkg_config", "ChunkyDKGConfig", resource("chunky_dkg_config", "ChunkyDKGConfig"))
        : []),
      ...initialize("epoch_timeout_config", "EpochTimeoutConfig"),
      ...initialize("randomness", "PerBlockRandomness"),
      ...initialize("decryption", "PerEpochEncryptionKey"),
      call(
        "aptos_governance",
        "initialize",
        core,
        u128.encode(governance.minVotingThreshold),
        u64.encode(governance.requiredProposerStake),
        u64.encode(governance.votingDurationSecs),
      ),
      ...accountAbstractionCalls(),
      ...limitCalls(),
      call("genesis", "create_initialize_validators", core, validatorList.encode(validators())),
      call("version", "initialize_for_test", { signer: coreResourcesAddress }),
      ...(has("jwk_consensus_config", "JWKConsensusConfig")
        ? initialize(
            "jwk_consensus_config",
            "JWKConsensusConfig",
            resource("jwk_consensus_config", "JWKConsensusConfig"),
          )
        : []),
      ...initialize("jwks", "Patches"),
      ...keylessCalls("keyless_account"),
      ...keylessCalls("openid_account"),
      ...providerCalls(),
      ...(has("jwks", "Patches") && resource("jwks", "Patches").length > 1
        ? [call("jwks", "set_patches", core, resource("jwks", "Patches"))]
        : []),
      ...firstOf(
        { ...call("confidential_asset", "init_module_for_genesis", { signer: experimental }), address: experimental },
        call("confidential_asset", "init_module_for_devnet", core),
      ),
      ...(find(resourceKey(experimental, parseStructTag("0x7::trading_native_capability::ExchangeRegistry")))
        ? [{ ...call("trading_native_capability", "init_module", { signer: experimental }), address: experimental }]
        : []),
      call("genesis", "set_genesis_end", core),
      call("block", "emit_genesis_block_event", { signer: parseAddress("0x0") }),
      call("reconfiguration", "emit_genesis_reconfiguration_event"),
    ],
    framework.packages.map(({ owner, metadata }) => call("code", "initialize", core, { signer: owner }, metadata)),
  ];
  return {
    environment: createEnvironment({
      chainId,
      features: framework.features,
      gas: new GasSchedule({ featureVersion, entries: [] }),
    }),
    modules: framework.modules,
    sessions,
  };

  function accountAbstractionCalls(): GenesisCall[] {
    return authenticatorLists.flatMap(({ list, register }) => {
      if (!has("account_abstraction", list)) return [];
      const registered = Buffer.from(resource("account_abstraction", list)).toString("latin1");
      const authenticators = framework.modules.filter(
        ({ address, name }) =>
          registered.includes(name) && parametersOf({ address, module: name, name: "authenticate" }) === 2,
      );
      // The list is sorted, but its limits follow from what came first.
      authenticators.sort((a, b) => placeOf(a.name) - placeOf(b.name));
      return [
        call("account_abstraction", "initialize", core),
        ...authenticators.map(({ address, name }) =>
          call("account_abstraction", register, core, address, string.encode(name), string.encode("authenticate")),
        ),
      ];
    });
  }

  /** Two lists of tiers, of which the resource is a version and then the same. */
  function limitCalls(): GenesisCall[] {
    if (!has("transaction_limits", "TxnLimitsConfig") || ownCalls.has("transaction_limits::initialize")) return [];
    const stored = resource("transaction_limits", "TxnLimitsConfig");
    // A tier is two u64.
    const split = 2 + 16 * stored[1]!;
    return [call("transaction_limits", "initialize", core, stored.subarray(1, split), stored.subarray(split))];
  }

  /** The settings are members of a group of the module that has them. */
  function keylessCalls(module: string): GenesisCall[] {
    const value = find(resourceGroupKey(frameworkAddress, parseStructTag(`0x1::${module}::Group`)));
    if (value === undefined) return [];
    const updates: Readonly<Record<string, string>> = {
      Groth16VerificationKey: "update_groth16_verification_key",
      Configuration: "update_configuration",
    };
    return [...ResourceGroup.decode(value)].flatMap(([{ name }, member]) => {
      const update = updates[name];
      return update === undefined ? [] : [call(module, update, core, member)];
    });
  }

  function providerCalls(): GenesisCall[] {
    if (!has("jwks", "SupportedOIDCProviders")) return [];
    return oidcProviders
      .decode(resource("jwks", "SupportedOIDCProviders"))
      .map(({ name, configUrl }) =>
        call("jwks", "upsert_oidc_provider", core, bytes.encode(name), bytes.encode(configUrl)),
      );
  }

  function validators() {
    const { activeValidators } = ValidatorSet.decode(resource("stake", "ValidatorSet"));
    const found = activeValidators.map(({ address }) => {
      const pool = stakePoolHead.decode(at(address, "0x1::stake::StakePool").subarray(0, stakePoolHeadBytes));
      const config = validatorConfig.decode(at(address, "0x1::stake::ValidatorConfig"));
      const { operator, voter, active: stake } = pool;
      return { owner: address, operator, voter, stake, proofOfPossession: new Uint8Array(96), ...config };
    });
    found.sort((a, b) => Number(a.validatorIndex - b.validatorIndex));
    // The first frameworks went through the list from its beginning, later ones from its end.
    return hasVersion ? found : found.reverse();
  }
}

/** Functions of other modules that the framework's genesis module calls. */
function callsOfGenesis(modules: readonly PublishedModule[]): ReadonlySet<string> {
  const genesis = modules.find(({ address, name }) => name === "genesis" && addressesEqual(address, frameworkAddress));
  if (genesis === undefined) throw new Error("the framework has no genesis module");
  const { functionHandles, moduleHandles, identifiers } = decodeModule(genesis.bytes);
  return new Set(
    functionHandles.map(({ module, name }) => `${identifiers[moduleHandles[module]!.name]}::${identifiers[name]}`),
  );
}

const core: FunctionArgument = { signer: frameworkAddress };
const experimental = parseAddress("0x7");

function call(module: string, name: string, ...args: FunctionArgument[]): GenesisCall {
  return { address: frameworkAddress, module, name, args };
}
