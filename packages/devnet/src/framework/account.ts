/** `0x1` modules of identity: unique ids, event handles, accounts, replay protection. */
export const accountModules: readonly string[] = [
  `module 0x1::guid {
    friend 0x1::account;
    friend 0x1::object;

    struct GUID has drop, store { id: ID }
    struct ID has copy, drop, store { creation_num: u64, addr: address }

    friend fun create(addr: address, creation_num_ref: &mut u64): GUID;
    public fun create_id(addr: address, creation_num: u64): ID;
    public fun id(self: &GUID): ID;
    public fun creator_address(self: &GUID): address;
    public fun creation_num(self: &GUID): u64;
  }`,

  `module 0x1::event {
    friend 0x1::account;
    friend 0x1::object;

    struct EventHandle<phantom T: drop + store> has store { counter: u64, guid: guid::GUID }

    public fun emit<T: drop + store>(msg: T);
    friend fun new_event_handle<T: drop + store>(guid: guid::GUID): EventHandle<T>;
    public fun emit_event<T: drop + store>(handle_ref: &mut EventHandle<T>, msg: T);
    public fun guid<T: drop + store>(handle_ref: &EventHandle<T>): &guid::GUID;
    public fun counter<T: drop + store>(handle_ref: &EventHandle<T>): u64;
    public fun destroy_handle<T: drop + store>(handle: EventHandle<T>);
  }`,

  `module 0x1::create_signer {
    friend 0x1::account;
    friend 0x1::aptos_account;
    friend 0x1::coin;
    friend 0x1::fungible_asset;
    friend 0x1::object;

    native friend fun create_signer(addr: address): signer;
  }`,

  `module 0x1::account {
    friend 0x1::coin;
    friend 0x1::aptos_account;

    /// Account already exists
    const EACCOUNT_ALREADY_EXISTS: u64 = 1;
    /// Account does not exist
    const EACCOUNT_DOES_NOT_EXIST: u64 = 2;

    struct Account has key, store {
      authentication_key: vector<u8>,
      sequence_number: u64,
      guid_creation_num: u64,
      coin_register_events: event::EventHandle<CoinRegisterEvent>,
      key_rotation_events: event::EventHandle<KeyRotationEvent>,
      rotation_capability_offer: CapabilityOffer<RotationCapability>,
      signer_capability_offer: CapabilityOffer<SignerCapability>,
    }
    struct CapabilityOffer<phantom T> has store { for: option::Option<address> }
    struct RotationCapability has drop, store { account: address }
    struct SignerCapability has drop, store { account: address }
    struct CoinRegisterEvent has drop, store { type_info: type_info::TypeInfo }
    struct KeyRotationEvent has drop, store { old_authentication_key: vector<u8>, new_authentication_key: vector<u8> }
    struct OriginatingAddress has key { address_map: table::Table<address, address> }
    #[event]
    struct KeyRotation has drop, store {
      account: address,
      old_authentication_key: vector<u8>,
      new_authentication_key: vector<u8>,
    }

    friend fun create_account(new_address: address): signer;
    public fun create_account_if_does_not_exist(account_address: address);
    #[view] public fun exists_at(addr: address): bool;
    #[view] public fun get_guid_next_creation_num(addr: address): u64;
    #[view] public fun get_sequence_number(addr: address): u64;
    #[view] public fun get_authentication_key(addr: address): vector<u8>;
    #[view] public fun originating_address(auth_key: address): option::Option<address>;
    public entry fun rotate_authentication_key(
      account: &signer, from_scheme: u8, from_public_key_bytes: vector<u8>, to_scheme: u8, to_public_key_bytes: vector<u8>,
      cap_rotate_key: vector<u8>, cap_update_table: vector<u8>);
    entry fun rotate_authentication_key_call(account: &signer, new_auth_key: vector<u8>);
    public fun create_resource_account(source: &signer, seed: vector<u8>): (signer, SignerCapability);
    public fun create_resource_address(source: &address, seed: vector<u8>): address;
    public fun create_guid(account_signer: &signer): guid::GUID;
    public fun new_event_handle<T: drop + store>(account: &signer): event::EventHandle<T>;
  }`,

  `module 0x1::aptos_account {
    /// Account does not exist.
    const EACCOUNT_NOT_FOUND: u64 = 1;
    /// The lengths of the recipients and amounts lists don't match.
    const EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH: u64 = 5;

    struct DirectTransferConfig has key {
      allow_arbitrary_coin_transfers: bool,
      update_coin_transfer_events: event::EventHandle<DirectCoinTransferConfigUpdatedEvent>,
    }
    struct DirectCoinTransferConfigUpdatedEvent has drop, store { new_allow_direct_transfers: bool }
    #[event]
    struct DirectCoinTransferConfigUpdated has drop, store { account: address, new_allow_direct_transfers: bool }

    public entry fun create_account(auth_key: address);
    public entry fun batch_transfer(source: &signer, recipients: vector<address>, amounts: vector<u64>);
    public entry fun transfer(source: &signer, to: address, amount: u64);
    public entry fun transfer_coins<CoinType>(from: &signer, to: address, amount: u64);
    public entry fun transfer_fungible_assets(
      from: &signer, metadata: object::Object<fungible_asset::Metadata>, to: address, amount: u64);
    public entry fun set_allow_direct_coin_transfers(account: &signer, allow: bool);
    #[view] public fun can_receive_direct_coin_transfers(account: address): bool;
    public fun assert_account_exists(addr: address);
  }`,

  `module 0x1::nonce_validation {
    struct NonceHistory has key { nonce_table: table::Table<u64, Bucket>, next_key: u64 }
    struct Bucket has store {
      nonces_ordered_by_exp_time: big_ordered_map::BigOrderedMap<NonceKeyWithExpTime, bool>,
      nonce_to_exp_time_map: big_ordered_map::BigOrderedMap<NonceKey, u64>,
    }
    struct NonceKey has copy, drop, store { sender_address: address, nonce: u64 }
    struct NonceKeyWithExpTime has copy, drop, store { txn_expiration_time: u64, sender_address: address, nonce: u64 }

    public entry fun initialize_nonce_table(framework: &signer);
    public entry fun add_nonce_buckets(count: u64);
  }`,
];
