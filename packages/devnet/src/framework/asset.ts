/** `0x1` modules of value: aggregators, objects, fungible assets, coins, gas. */
export const assetModules: readonly string[] = [
  `module 0x1::aggregator {
    struct Aggregator has store { handle: address, key: address, limit: u128 }

    public fun limit(aggregator: &Aggregator): u128;
    native public fun add(aggregator: &mut Aggregator, value: u128);
    native public fun sub(aggregator: &mut Aggregator, value: u128);
    native public fun read(aggregator: &Aggregator): u128;
  }`,

  `module 0x1::optional_aggregator {
    friend 0x1::coin;
    friend 0x1::fungible_asset;

    struct Integer has store { value: u128, limit: u128 }
    struct OptionalAggregator has store {
      aggregator: option::Option<aggregator::Aggregator>,
      integer: option::Option<Integer>,
    }

    public fun is_parallelizable(optional_aggregator: &OptionalAggregator): bool;
    public fun read(optional_aggregator: &OptionalAggregator): u128;
  }`,

  `module 0x1::aggregator_v2 {
    struct Aggregator<IntElement> has drop, store { value: IntElement, max_value: IntElement }
    struct AggregatorSnapshot<IntElement> has drop, store { value: IntElement }
    struct DerivedStringSnapshot has drop, store { value: string::String, padding: vector<u8> }

    public fun max_value<IntElement: copy + drop>(self: &Aggregator<IntElement>): IntElement;
    native public fun create_aggregator<IntElement: copy + drop>(max_value: IntElement): Aggregator<IntElement>;
    native public fun try_add<IntElement>(self: &mut Aggregator<IntElement>, value: IntElement): bool;
    native public fun try_sub<IntElement>(self: &mut Aggregator<IntElement>, value: IntElement): bool;
    native public fun read<IntElement>(self: &Aggregator<IntElement>): IntElement;
  }`,

  `module 0x1::object {
    friend 0x1::coin;
    friend 0x1::primary_fungible_store;

    /// An object already exists at this address
    const EOBJECT_EXISTS: u64 = 1;
    /// An object does not exist at this address
    const EOBJECT_DOES_NOT_EXIST: u64 = 2;
    /// The object does not have ungated transfers enabled
    const ENO_UNGATED_TRANSFERS: u64 = 3;
    /// The caller does not have ownership permissions
    const ENOT_OBJECT_OWNER: u64 = 4;

    #[resource_group(scope = global)]
    struct ObjectGroup {}
    #[resource_group_member(group = ObjectGroup)]
    struct ObjectCore has key {
      guid_creation_num: u64,
      owner: address,
      allow_ungated_transfer: bool,
      transfer_events: event::EventHandle<TransferEvent>,
    }
    struct Object<phantom T> has copy, drop, store { inner: address }
    struct ConstructorRef has drop { self: address, can_delete: bool }
    struct DeleteRef has drop, store { self: address }
    struct DeriveRef has drop, store { self: address }
    struct ExtendRef has drop, store { self: address }
    struct TransferRef has drop, store { self: address }
    struct TransferEvent has drop, store { object: address, from: address, to: address }
    #[event]
    struct Transfer has drop, store { object: address, from: address, to: address }

    #[view] public fun is_untransferable<T: key>(object: Object<T>): bool;
    public fun is_object(object: address): bool;
    public fun create_object_address(source: &address, seed: vector<u8>): address;
    public fun create_user_derived_object_address(source: address, derive_from: address): address;
    public fun object_address<T: key>(object: &Object<T>): address;
    public fun create_named_object(creator: &signer, seed: vector<u8>): ConstructorRef;
    public fun generate_delete_ref(ref: &ConstructorRef): DeleteRef;
    public fun generate_signer(ref: &ConstructorRef): signer;
    public fun delete(ref: DeleteRef);
    public entry fun transfer_call(owner: &signer, object: address, to: address);
    public entry fun transfer<T: key>(owner: &signer, object: Object<T>, to: address);
    public entry fun transfer_to_object<O: key, T: key>(owner: &signer, object: Object<O>, to: Object<T>);
    #[view] public fun owner<T: key>(object: Object<T>): address;
    #[view] public fun is_owner<T: key>(object: Object<T>, owner: address): bool;
    #[view] public fun root_owner<T: key>(object: Object<T>): address;
  }`,

  `module 0x1::fungible_asset {
    friend 0x1::primary_fungible_store;
    friend 0x1::aptos_account;
    friend 0x1::coin;

    /// Amount cannot be zero.
    const EAMOUNT_CANNOT_BE_ZERO: u64 = 1;
    /// Store is disabled from sending and receiving this fungible asset.
    const ESTORE_IS_FROZEN: u64 = 3;
    /// Insufficient balance to withdraw or transfer.
    const EINSUFFICIENT_BALANCE: u64 = 4;
    /// The transfer or mint would exceed the maximum supply.
    const EMAX_SUPPLY_EXCEEDED: u64 = 5;

    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct Supply has key { current: u128, maximum: option::Option<u128> }
    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct ConcurrentSupply has key { current: aggregator_v2::Aggregator<u128> }
    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct Metadata has copy, drop, key {
      name: string::String,
      symbol: string::String,
      decimals: u8,
      icon_uri: string::String,
      project_uri: string::String,
    }
    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct FungibleStore has key { metadata: object::Object<Metadata>, balance: u64, frozen: bool }
    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct ConcurrentFungibleBalance has key { balance: aggregator_v2::Aggregator<u64> }
    struct FungibleAsset { metadata: object::Object<Metadata>, amount: u64 }
    struct MintRef has drop, store { metadata: object::Object<Metadata> }
    struct TransferRef has drop, store { metadata: object::Object<Metadata> }
    struct BurnRef has drop, store { metadata: object::Object<Metadata> }
    #[event]
    struct Deposit has drop, store { store: address, amount: u64 }
    #[event]
    struct Withdraw has drop, store { store: address, amount: u64 }
    #[event]
    struct Frozen has drop, store { store: address, frozen: bool }

    public entry fun transfer<T: key>(sender: &signer, from: object::Object<T>, to: object::Object<T>, amount: u64);
    #[view] public fun supply<T: key>(metadata: object::Object<T>): option::Option<u128>;
    #[view] public fun maximum<T: key>(metadata: object::Object<T>): option::Option<u128>;
    #[view] public fun name<T: key>(metadata: object::Object<T>): string::String;
    #[view] public fun symbol<T: key>(metadata: object::Object<T>): string::String;
    #[view] public fun decimals<T: key>(metadata: object::Object<T>): u8;
    #[view] public fun metadata<T: key>(metadata: object::Object<T>): Metadata;
    #[view] public fun balance<T: key>(store: object::Object<T>): u64;
    #[view] public fun is_frozen<T: key>(store: object::Object<T>): bool;
    public fun mint(ref: &MintRef, amount: u64): FungibleAsset;
    public fun burn(ref: &BurnRef, fa: FungibleAsset);
    public fun deposit<T: key>(store: object::Object<T>, fa: FungibleAsset);
    public fun withdraw<T: key>(owner: &signer, store: object::Object<T>, amount: u64): FungibleAsset;
  }`,

  `module 0x1::primary_fungible_store {
    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct DeriveRefPod has key { metadata_derive_ref: object::DeriveRef }

    public fun ensure_primary_store_exists<T: key>(
      owner: address, metadata: object::Object<T>): object::Object<fungible_asset::FungibleStore>;
    #[view] public fun primary_store_address<T: key>(owner: address, metadata: object::Object<T>): address;
    #[view] public fun primary_store<T: key>(
      owner: address, metadata: object::Object<T>): object::Object<fungible_asset::FungibleStore>;
    #[view] public fun primary_store_exists<T: key>(account: address, metadata: object::Object<T>): bool;
    #[view] public fun balance<T: key>(account: address, metadata: object::Object<T>): u64;
    #[view] public fun is_frozen<T: key>(account: address, metadata: object::Object<T>): bool;
    public entry fun transfer<T: key>(
      sender: &signer, metadata: object::Object<T>, recipient: address, amount: u64);
    public fun mint(mint_ref: &fungible_asset::MintRef, owner: address, amount: u64);
  }`,

  `module 0x1::coin {
    friend 0x1::aptos_coin;
    friend 0x1::transaction_fee;

    /// Address of account which is used to initialize a coin doesn't match the deployer of module
    const ECOIN_INFO_ADDRESS_MISMATCH: u64 = 1;
    /// Account hasn't registered \`CoinStore\` for \`CoinType\`
    const ECOIN_STORE_NOT_PUBLISHED: u64 = 5;
    /// Not enough coins to complete transaction
    const EINSUFFICIENT_BALANCE: u64 = 6;

    struct Coin<phantom CoinType> has store { value: u64 }
    struct CoinStore<phantom CoinType> has key {
      coin: Coin<CoinType>,
      frozen: bool,
      deposit_events: event::EventHandle<DepositEvent>,
      withdraw_events: event::EventHandle<WithdrawEvent>,
    }
    struct CoinInfo<phantom CoinType> has key {
      name: string::String,
      symbol: string::String,
      decimals: u8,
      supply: option::Option<optional_aggregator::OptionalAggregator>,
    }
    struct DepositEvent has drop, store { amount: u64 }
    struct WithdrawEvent has drop, store { amount: u64 }
    struct MintCapability<phantom CoinType> has copy, store {}
    struct FreezeCapability<phantom CoinType> has copy, store {}
    struct BurnCapability<phantom CoinType> has copy, store {}
    struct CoinConversionMap has key {
      coin_to_fungible_asset_map: table::Table<type_info::TypeInfo, object::Object<fungible_asset::Metadata>>,
    }
    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct PairedCoinType has key { type: type_info::TypeInfo }
    #[event]
    struct PairCreation has drop, store { coin_type: type_info::TypeInfo, fungible_asset_metadata_address: address }
    #[event]
    struct CoinStoreDeletion has drop, store {
      coin_type: string::String,
      event_handle_creation_address: address,
      deleted_deposit_event_handle_creation_number: u64,
      deleted_withdraw_event_handle_creation_number: u64,
    }

    #[view] public fun paired_metadata<CoinType>(): option::Option<object::Object<fungible_asset::Metadata>>;
    #[view] public fun paired_coin(
      metadata: object::Object<fungible_asset::Metadata>): option::Option<type_info::TypeInfo>;
    public entry fun migrate_to_fungible_store<CoinType>(account: &signer);
    #[view] public fun balance<CoinType>(owner: address): u64;
    #[view] public fun is_coin_initialized<CoinType>(): bool;
    #[view] public fun is_account_registered<CoinType>(account_addr: address): bool;
    #[view] public fun name<CoinType>(): string::String;
    #[view] public fun symbol<CoinType>(): string::String;
    #[view] public fun decimals<CoinType>(): u8;
    #[view] public fun supply<CoinType>(): option::Option<u128>;
    public fun deposit<CoinType>(account_addr: address, coin: Coin<CoinType>);
    public fun withdraw<CoinType>(account: &signer, amount: u64): Coin<CoinType>;
    public entry fun transfer<CoinType>(from: &signer, to: address, amount: u64);
    public fun value<CoinType>(coin: &Coin<CoinType>): u64;
    public fun mint<CoinType>(amount: u64, cap: &MintCapability<CoinType>): Coin<CoinType>;
    public fun burn<CoinType>(coin: Coin<CoinType>, cap: &BurnCapability<CoinType>);
    public fun register<CoinType>(account: &signer);
  }`,

  `module 0x1::aptos_coin {
    struct AptosCoin has key {}
    struct MintCapStore has key { mint_cap: coin::MintCapability<AptosCoin> }
    struct DelegatedMintCapability has store { to: address }
    struct Delegations has key { inner: vector<DelegatedMintCapability> }

    public fun has_mint_capability(account: &signer): bool;
    public entry fun mint(account: &signer, dst_addr: address, amount: u64);
    public entry fun delegate_mint_capability(account: signer, to: address);
    public entry fun claim_mint_capability(account: &signer);
  }`,

  `module 0x1::transaction_fee {
    struct AptosFABurnCapabilities has key { burn_ref: fungible_asset::BurnRef }
    struct AptosFAMintCapabilities has key { mint_ref: fungible_asset::MintRef }
    #[event]
    struct FeeStatement has drop, store {
      total_charge_gas_units: u64,
      execution_gas_units: u64,
      io_gas_units: u64,
      storage_fee_octas: u64,
      storage_fee_refund_octas: u64,
    }
  }`,
];
