/// A badge with a text, for everybody who wants one. The package is deployed to an object: its address follows from that.
module badge::badge {
    use std::error;
    use std::signer;
    use std::string::String;
    use aptos_framework::event;
    use aptos_framework::timestamp;

    /// A text has at least one byte and at most 40.
    const EBAD_LENGTH: u64 = 1;

    struct Badge has key, drop { text: String, pinned_at: u64 }

    #[event]
    struct Pinned has drop, store { by: address, text: String }

    /// Pins a badge on the sender, in place of the one before.
    public entry fun pin(wearer: &signer, text: String) acquires Badge {
        let length = text.length();
        assert!(0 < length && length <= 40, error::invalid_argument(EBAD_LENGTH));
        let by = signer::address_of(wearer);
        if (exists<Badge>(by)) {
            move_from<Badge>(by);
        };
        move_to(wearer, Badge { text, pinned_at: timestamp::now_seconds() });
        event::emit(Pinned { by, text });
    }

    #[view]
    /// What somebody's badge says.
    public fun text_of(wearer: address): String acquires Badge {
        borrow_global<Badge>(wearer).text
    }
}
