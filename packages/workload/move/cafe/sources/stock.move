/// Shelves of goods: generic types, some of them phantom.
module cafe::stock {
    use std::option::{Self, Option};
    use std::signer;
    use std::string::String;
    use std::vector;

    struct Beans has copy, drop, store { grams: u64, origin: String }
    /// A kind of shelf.
    struct Cups has copy, drop, store { count: u32 }
    struct Crate<Good: store> has drop, store { goods: vector<Good>, sealed: bool }
    struct Label<phantom Kind> has copy, drop, store { text: String }
    struct Shelf<phantom Kind, Good: store> has key {
        label: Label<Kind>,
        crates: vector<Crate<Good>>,
        spare: Option<Crate<Good>>,
    }

    /// Puts a crate of beans on the keeper's shelf of a kind; the older one becomes the spare.
    public entry fun deliver_beans<Kind>(keeper: &signer, origin: String, grams: vector<u64>) acquires Shelf {
        let goods = vector::empty();
        while (!grams.is_empty()) {
            goods.push_back(Beans { grams: grams.pop_back(), origin });
        };
        let crate = Crate { goods, sealed: true };
        let who = signer::address_of(keeper);
        let label = Label<Kind> { text: origin };
        if (!exists<Shelf<Kind, Beans>>(who)) {
            move_to(keeper, Shelf<Kind, Beans> { label, crates: vector[crate], spare: option::none() });
        } else {
            let shelf = borrow_global_mut<Shelf<Kind, Beans>>(who);
            let older = shelf.crates.pop_back();
            older.sealed = false;
            shelf.label = label;
            shelf.spare = option::some(older);
            shelf.crates.push_back(crate);
        }
    }

    #[view]
    /// How many crates are on a shelf, the spare one included.
    public fun count<Kind, Good: store>(keeper: address): u64 acquires Shelf {
        if (!exists<Shelf<Kind, Good>>(keeper)) return 0;
        let shelf = borrow_global<Shelf<Kind, Good>>(keeper);
        shelf.crates.length() + (if (shelf.spare.is_some()) 1 else 0)
    }
}
