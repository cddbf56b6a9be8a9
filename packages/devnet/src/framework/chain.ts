/** `0x1` modules of the chain itself: time, blocks, epochs, validators, code. */
export const chainModules: readonly string[] = [
  `module 0x1::chain_id {
    struct ChainId has key { id: u8 }

    #[view] public fun get(): u8;
  }`,

  `module 0x1::chain_status {
    struct GenesisEndMarker has key {}

    #[view] public fun is_genesis(): bool;
    #[view] public fun is_operating(): bool;
  }`,

  `module 0x1::version {
    struct Version has drop, store, key { major: u64 }
    struct SetVersionCapability has key {}

    public entry fun set_version(account: &signer, major: u64);
    public entry fun set_for_next_epoch(account: &signer, major: u64);
  }`,

  `module 0x1::timestamp {
    struct CurrentTimeMicroseconds has key { microseconds: u64 }

    public fun update_global_time(account: &signer, proposer: address, timestamp: u64);
    #[view] public fun now_microseconds(): u64;
    #[view] public fun now_seconds(): u64;
  }`,

  `module 0x1::state_storage {
    friend 0x1::block;
    friend 0x1::reconfiguration;

    struct Usage has copy, drop, store { items: u64, bytes: u64 }
    struct StateStorageUsage has key, store { epoch: u64, usage: Usage }

    friend fun on_new_block(epoch: u64);
    friend fun current_items_and_bytes(): (u64, u64);
  }`,

  `module 0x1::reconfiguration {
    friend 0x1::block;
    friend 0x1::version;

    #[event]
    struct NewEpochEvent has drop, store { epoch: u64 }
    #[event]
    struct NewEpoch has drop, store { epoch: u64 }
    struct Configuration has key {
      epoch: u64,
      last_reconfiguration_time: u64,
      events: event::EventHandle<NewEpochEvent>,
    }

    friend fun reconfigure();
    public fun last_reconfiguration_time(): u64;
    public fun current_epoch(): u64;
  }`,

  `module 0x1::stake {
    friend 0x1::block;
    friend 0x1::reconfiguration;

    /// Stake pool does not exist at the provided pool address.
    const ESTAKE_POOL_DOES_NOT_EXIST: u64 = 14;

    struct OwnerCapability has key, store { pool_address: address }
    struct StakePool has key {
      active: coin::Coin<aptos_coin::AptosCoin>,
      inactive: coin::Coin<aptos_coin::AptosCoin>,
      pending_active: coin::Coin<aptos_coin::AptosCoin>,
      pending_inactive: coin::Coin<aptos_coin::AptosCoin>,
      locked_until_secs: u64,
      operator_address: address,
      delegated_voter: address,
      initialize_validator_events: event::EventHandle<RegisterValidatorCandidateEvent>,
      set_operator_events: event::EventHandle<SetOperatorEvent>,
      add_stake_events: event::EventHandle<AddStakeEvent>,
      reactivate_stake_events: event::EventHandle<ReactivateStakeEvent>,
      rotate_consensus_key_events: event::EventHandle<RotateConsensusKeyEvent>,
      update_network_and_fullnode_addresses_events: event::EventHandle<UpdateNetworkAndFullnodeAddressesEvent>,
      increase_lockup_events: event::EventHandle<IncreaseLockupEvent>,
      join_validator_set_events: event::EventHandle<JoinValidatorSetEvent>,
      distribute_rewards_events: event::EventHandle<DistributeRewardsEvent>,
      unlock_stake_events: event::EventHandle<UnlockStakeEvent>,
      withdraw_stake_events: event::EventHandle<WithdrawStakeEvent>,
      leave_validator_set_events: event::EventHandle<LeaveValidatorSetEvent>,
    }
    struct ValidatorConfig has key, copy, store, drop {
      consensus_pubkey: vector<u8>,
      network_addresses: vector<u8>,
      fullnode_addresses: vector<u8>,
      validator_index: u64,
    }
    struct ValidatorInfo has copy, store, drop { addr: address, voting_power: u64, config: ValidatorConfig }
    struct ValidatorSet has copy, key, drop, store {
      consensus_scheme: u8,
      active_validators: vector<ValidatorInfo>,
      pending_inactive: vector<ValidatorInfo>,
      pending_active: vector<ValidatorInfo>,
      total_voting_power: u128,
      total_joining_power: u128,
    }
    struct IndividualValidatorPerformance has store, drop { successful_proposals: u64, failed_proposals: u64 }
    struct ValidatorPerformance has key { validators: vector<IndividualValidatorPerformance> }
    struct RegisterValidatorCandidateEvent has drop, store { pool_address: address }
    struct SetOperatorEvent has drop, store { pool_address: address, old_operator: address, new_operator: address }
    struct AddStakeEvent has drop, store { pool_address: address, amount_added: u64 }
    struct ReactivateStakeEvent has drop, store { pool_address: address, amount: u64 }
    struct RotateConsensusKeyEvent has drop, store {
      pool_address: address,
      old_consensus_pubkey: vector<u8>,
      new_consensus_pubkey: vector<u8>,
    }
    struct UpdateNetworkAndFullnodeAddressesEvent has drop, store {
      pool_address: address,
      old_network_addresses: vector<u8>,
      new_network_addresses: vector<u8>,
      old_fullnode_addresses: vector<u8>,
      new_fullnode_addresses: vector<u8>,
    }
    struct IncreaseLockupEvent has drop, store {
      pool_address: address,
      old_locked_until_secs: u64,
      new_locked_until_secs: u64,
    }
    struct JoinValidatorSetEvent has drop, store { pool_address: address }
    struct DistributeRewardsEvent has drop, store { pool_address: address, rewards_amount: u64 }
    struct UnlockStakeEvent has drop, store { pool_address: address, amount_unlocked: u64 }
    struct WithdrawStakeEvent has drop, store { pool_address: address, amount_withdrawn: u64 }
    struct LeaveValidatorSetEvent has drop, store { pool_address: address }
    #[event]
    struct DistributeRewards has drop, store { pool_address: address, rewards_amount: u64 }

    #[view] public fun get_stake(pool_address: address): (u64, u64, u64, u64);
    #[view] public fun get_validator_state(pool_address: address): u64;
    #[view] public fun get_current_epoch_voting_power(pool_address: address): u64;
    #[view] public fun get_operator(pool_address: address): address;
    #[view] public fun get_validator_index(pool_address: address): u64;
    #[view] public fun get_validator_config(pool_address: address): (vector<u8>, vector<u8>, vector<u8>);
    #[view] public fun stake_pool_exists(addr: address): bool;
    public entry fun add_stake(owner: &signer, amount: u64);
    public entry fun unlock(owner: &signer, amount: u64);
    public entry fun withdraw(owner: &signer, withdraw_amount: u64);
    friend fun update_performance_statistics(
      proposer_index: option::Option<u64>, failed_proposer_indices: vector<u64>);
    friend fun on_new_epoch();
  }`,

  `module 0x1::block {
    struct BlockResource has key {
      height: u64,
      epoch_interval: u64,
      new_block_events: event::EventHandle<NewBlockEvent>,
      update_epoch_interval_events: event::EventHandle<UpdateEpochIntervalEvent>,
    }
    struct CommitHistory has key {
      max_capacity: u32,
      next_idx: u32,
      table: table_with_length::TableWithLength<u32, NewBlockEvent>,
    }
    struct NewBlockEvent has copy, drop, store {
      hash: address,
      epoch: u64,
      round: u64,
      height: u64,
      previous_block_votes_bitvec: vector<u8>,
      proposer: address,
      failed_proposer_indices: vector<u64>,
      time_microseconds: u64,
    }
    struct UpdateEpochIntervalEvent has drop, store { old_epoch_interval: u64, new_epoch_interval: u64 }
    #[event]
    struct NewBlock has drop, store {
      hash: address,
      epoch: u64,
      round: u64,
      height: u64,
      previous_block_votes_bitvec: vector<u8>,
      proposer: address,
      failed_proposer_indices: vector<u64>,
      time_microseconds: u64,
    }

    #[view] public fun get_epoch_interval_secs(): u64;
    #[view] public fun get_current_block_height(): u64;
    public fun update_epoch_interval_microsecs(framework: &signer, new_epoch_interval: u64);
  }`,

  `module 0x1::code {
    /// Package contains duplicate module names with existing modules published in other packages on this address
    const EMODULE_NAME_CLASH: u64 = 1;
    /// Cannot upgrade an immutable package
    const EUPGRADE_IMMUTABLE: u64 = 2;

    struct PackageRegistry has key, store, drop { packages: vector<PackageMetadata> }
    struct PackageMetadata has copy, drop, store {
      name: string::String,
      upgrade_policy: UpgradePolicy,
      upgrade_number: u64,
      source_digest: string::String,
      manifest: vector<u8>,
      modules: vector<ModuleMetadata>,
      deps: vector<PackageDep>,
      extension: option::Option<copyable_any::Any>,
    }
    struct PackageDep has store, drop, copy { account: address, package_name: string::String }
    struct ModuleMetadata has copy, drop, store {
      name: string::String,
      source: vector<u8>,
      source_map: vector<u8>,
      extension: option::Option<copyable_any::Any>,
    }
    struct UpgradePolicy has store, copy, drop { policy: u8 }
    #[event]
    struct PublishPackage has drop, store { code_address: address, is_upgrade: bool }

    public fun upgrade_policy_compat(): UpgradePolicy;
    public fun upgrade_policy_immutable(): UpgradePolicy;
    public fun publish_package(owner: &signer, pack: PackageMetadata, code: vector<vector<u8>>);
    public entry fun publish_package_txn(owner: &signer, metadata_serialized: vector<u8>, code: vector<vector<u8>>);
  }`,
];
