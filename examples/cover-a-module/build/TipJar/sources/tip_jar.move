/// Jars that anybody can put tips into.
module jar::tip_jar {
    use std::error;
    use std::signer;
    use aptos_framework::aptos_account;

    /// This account has no jar.
    const ENO_JAR: u64 = 1;

    struct Jar has key {
        total: u64,
        largest: u64,
    }

    /// Gives an account a jar, once.
    public entry fun open(owner: &signer) {
        if (!exists<Jar>(signer::address_of(owner))) {
            move_to(owner, Jar { total: 0, largest: 0 });
        };
    }

    /// Pays a tip to the owner of a jar.
    public entry fun tip(guest: &signer, owner: address, amount: u64) acquires Jar {
        assert!(exists<Jar>(owner), error::not_found(ENO_JAR));
        aptos_account::transfer(guest, owner, amount);
        let jar = borrow_global_mut<Jar>(owner);
        jar.total = jar.total + amount;
        if (amount > jar.largest) {
            jar.largest = amount;
        };
    }

    #[view]
    /// All tips of a jar.
    public fun total(owner: address): u64 acquires Jar {
        borrow_global<Jar>(owner).total
    }

    #[view]
    /// The largest tip of a jar.
    public fun largest(owner: address): u64 acquires Jar {
        borrow_global<Jar>(owner).largest
    }
}
