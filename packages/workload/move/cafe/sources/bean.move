/// Beans: a fungible asset that the shop mints and everybody may burn.
module cafe::bean {
    use std::error;
    use std::option;
    use std::signer;
    use std::string;
    use aptos_framework::event;
    use aptos_framework::fungible_asset::{Self, BurnRef, Metadata, MintRef, TransferRef};
    use aptos_framework::object::{Self, Object};
    use aptos_framework::primary_fungible_store;

    /// Only the shop mints beans.
    const ENOT_THE_SHOP: u64 = 1;

    /// Seed of the metadata object's address.
    const SEED: vector<u8> = b"BEAN";

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    struct Refs has key { mint_ref: MintRef, transfer_ref: TransferRef, burn_ref: BurnRef }

    #[event]
    struct Minted has drop, store { to: address, amount: u64 }

    fun init_module(shop: &signer) {
        let constructor = object::create_named_object(shop, SEED);
        primary_fungible_store::create_primary_store_enabled_fungible_asset(
            &constructor,
            option::none(),
            string::utf8(b"Coffee Bean"),
            string::utf8(b"BEAN"),
            6,
            string::utf8(b""),
            string::utf8(b""),
        );
        move_to(
            &object::generate_signer(&constructor),
            Refs {
                mint_ref: fungible_asset::generate_mint_ref(&constructor),
                transfer_ref: fungible_asset::generate_transfer_ref(&constructor),
                burn_ref: fungible_asset::generate_burn_ref(&constructor),
            },
        );
    }

    /// Makes beans; the shop's right alone.
    public entry fun mint(shop: &signer, to: address, amount: u64) acquires Refs {
        assert!(signer::address_of(shop) == @cafe, error::permission_denied(ENOT_THE_SHOP));
        let refs = borrow_global<Refs>(object::object_address(&metadata()));
        primary_fungible_store::mint(&refs.mint_ref, to, amount);
        event::emit(Minted { to, amount });
    }

    /// Destroys beans of the sender.
    public entry fun burn(holder: &signer, amount: u64) acquires Refs {
        let refs = borrow_global<Refs>(object::object_address(&metadata()));
        primary_fungible_store::burn(&refs.burn_ref, signer::address_of(holder), amount);
    }

    #[view]
    /// The metadata object of the asset.
    public fun metadata(): Object<Metadata> {
        object::address_to_object(object::create_object_address(&@cafe, SEED))
    }
}
