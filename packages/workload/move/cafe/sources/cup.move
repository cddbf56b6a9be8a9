/// Cups: tokens of a collection. A cup is fired, changes hands, and is smashed one day.
module cafe::cup {
    use std::error;
    use std::option;
    use std::signer;
    use std::string::{Self, String};
    use aptos_framework::event;
    use aptos_framework::object::{Self, ExtendRef, Object};
    use aptos_framework::timestamp;
    use aptos_token_objects::collection;
    use aptos_token_objects::token::{Self, BurnRef};

    /// Only its owner may smash a cup.
    const ENOT_THE_OWNER: u64 = 1;

    /// Seed of the kiln's address; the kiln makes the collection and its tokens.
    const SEED: vector<u8> = b"kiln";
    const COLLECTION: vector<u8> = b"Cups of the house";
    /// Tones from here on are gold.
    const FIRST_GOLD_TONE: u8 = 200;

    enum Glaze has copy, drop, store { Raw, Celadon { tone: u8 }, Gold { leaves: vector<u16> } }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    struct Kiln has key { extend_ref: ExtendRef, fired: u64 }

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    struct Cup has key { name: String, glaze: Glaze, fired_at: u64, burn_ref: BurnRef }

    #[event]
    struct Fired has drop, store { cup: address, potter: address, glaze: Glaze }

    #[event]
    struct Smashed has drop, store { cup: address, owner: address }

    fun init_module(shop: &signer) {
        let constructor = object::create_named_object(shop, SEED);
        let kiln = object::generate_signer(&constructor);
        collection::create_unlimited_collection(
            &kiln,
            string::utf8(b"Every cup is one of a kind"),
            string::utf8(COLLECTION),
            option::none(),
            string::utf8(b""),
        );
        move_to(&kiln, Kiln { extend_ref: object::generate_extend_ref(&constructor), fired: 0 });
    }

    /// Makes a cup for the potter. Two cups of the same name cannot exist at the same time.
    public entry fun fire(potter: &signer, name: String, tone: u8) acquires Kiln {
        let kiln = borrow_global_mut<Kiln>(kiln_address());
        kiln.fired += 1;
        let constructor = token::create_named_token(
            &object::generate_signer_for_extending(&kiln.extend_ref),
            string::utf8(COLLECTION),
            string::utf8(b"A cup"),
            name,
            option::none(),
            string::utf8(b""),
        );
        let owner = signer::address_of(potter);
        let cup = object::address_from_constructor_ref(&constructor);
        let glaze = glaze_of(tone);
        move_to(
            &object::generate_signer(&constructor),
            Cup { name, glaze, fired_at: timestamp::now_seconds(), burn_ref: token::generate_burn_ref(&constructor) },
        );
        let transfer_ref = object::generate_transfer_ref(&constructor);
        object::transfer_with_ref(object::generate_linear_transfer_ref(&transfer_ref), owner);
        event::emit(Fired { cup, potter: owner, glaze });
    }

    /// Destroys a cup, and with it the token.
    public entry fun smash(owner: &signer, cup: Object<Cup>) acquires Cup {
        let who = signer::address_of(owner);
        assert!(object::is_owner(cup, who), error::permission_denied(ENOT_THE_OWNER));
        let at = object::object_address(&cup);
        let Cup { name: _, glaze: _, fired_at: _, burn_ref } = move_from<Cup>(at);
        token::burn(burn_ref);
        event::emit(Smashed { cup: at, owner: who });
    }

    #[view]
    /// How a cup looks.
    public fun glaze(cup: Object<Cup>): Glaze acquires Cup {
        borrow_global<Cup>(object::object_address(&cup)).glaze
    }

    #[view]
    /// Cups that were ever fired.
    public fun fired(): u64 acquires Kiln {
        borrow_global<Kiln>(kiln_address()).fired
    }

    fun kiln_address(): address {
        object::create_object_address(&@cafe, SEED)
    }

    fun glaze_of(tone: u8): Glaze {
        if (tone == 0) Glaze::Raw
        else if (tone < FIRST_GOLD_TONE) Glaze::Celadon { tone }
        else Glaze::Gold { leaves: vector[(tone as u16), (tone as u16) * 2] }
    }
}
