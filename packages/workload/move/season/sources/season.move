/// The special of the season. A package of its own, which is upgraded with every season.
module cafe::season {
    use std::string::{Self, String};

    /// Replaced with every upgrade.
    const DRINK: vector<u8> = b"Plum latte";
    /// Replaced with every upgrade.
    const WORDS: vector<u8> = b"as sweet as late summer";

    struct Special has copy, drop, store { drink: String, words: String }

    #[view]
    /// What is on offer now.
    public fun special(): Special {
        Special { drink: string::utf8(DRINK), words: string::utf8(WORDS) }
    }
}
