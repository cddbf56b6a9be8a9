module forms::other {
    const EOTHER: u64 = 0x2_0007u64;

    public fun refuse() {
        abort EOTHER
    }
}

module forms::code {
    use forms::other;

    const EZERO: u64 = 7;
    const ECOMPUTED: u64 = 1 << 3;

    struct Item has key, drop { number: u64 }

    public fun half(number: u64): u64 {
        assert!(number != 0, EZERO);
        number / 2
    }

    public fun refuse_computed() {
        abort ECOMPUTED
    }

    public fun quarter(number: u64): u64 {
        half(half(number))
    }

    public fun keep(owner: &signer, number: u64) {
        move_to(owner, Item { number });
    }

    public fun kept(owner: address): u64 acquires Item {
        borrow_global<Item>(owner).number
    }

    public fun pass_on() {
        other::refuse()
    }
}
