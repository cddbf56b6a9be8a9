/// Rates with their bounds.
module vault::checks {
    public inline fun assert_rate(rate: u64) {
        if (rate < 10) {
            abort 1
        }
    }

    public fun least(): u64 {
        10
    }
}
