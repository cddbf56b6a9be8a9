/// Savings that grow by a share of themselves.
module savings::savings {
    use std::error;
    use std::signer;

    /// There is nothing of this account.
    const ENO_SAVINGS: u64 = 1;
    /// A rate above 100 %.
    const ERATE_TOO_HIGH: u64 = 2;

    /// Rates are in hundredths of a percent.
    const WHOLE: u64 = 100 * 100;

    struct Savings has key {
        amount: u64,
    }

    /// Adds to what an account has saved.
    public entry fun save(owner: &signer, amount: u64) acquires Savings {
        let address = signer::address_of(owner);
        if (!exists<Savings>(address)) {
            move_to(owner, Savings { amount: 0 });
        };
        let savings = borrow_global_mut<Savings>(address);
        savings.amount = savings.amount + amount;
    }

    /// Adds the interest of a year.
    public entry fun grow(owner: address, rate: u64) acquires Savings {
        assert!(exists<Savings>(owner), error::not_found(ENO_SAVINGS));
        let savings = borrow_global_mut<Savings>(owner);
        savings.amount = savings.amount + interest(savings.amount, rate);
    }

    #[view]
    /// What an account has saved.
    public fun saved(owner: address): u64 acquires Savings {
        if (exists<Savings>(owner)) borrow_global<Savings>(owner).amount else 0
    }

    fun interest(amount: u64, rate: u64): u64 {
        assert!(rate <= WHOLE, error::invalid_argument(ERATE_TOO_HIGH));
        // The product of two numbers of 64 bits has up to 128.
        (((amount as u128) * (rate as u128) / (WHOLE as u128)) as u64)
    }

    #[test]
    fun interest_is_a_share() {
        assert!(interest(20_000, 250) == 500, 0);
    }

    #[test]
    #[expected_failure(abort_code = 0x10002, location = Self)]
    fun rates_have_a_bound() {
        interest(1, WHOLE + 1);
    }

    #[test_only]
    #[rand_test]
    /// Asks for random arguments.
    fun interest_never_exceeds_the_amount(amount: u64, rate: u64) {
        assert!(interest(amount, rate % (WHOLE + 1)) <= amount, 0);
    }
}
