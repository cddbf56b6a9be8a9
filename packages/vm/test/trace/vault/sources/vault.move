module vault::vault {
    use vault::checks;

    struct Square has drop {
        side: u64,
    }

    public fun area(side: u64): u64 {
        let square = if (side == 0) {
            Square { side: 1 }
        } else {
            Square { side }
        };
        square.side * square.side
    }

    public fun pay(rate: u64, times: u64): u64 {
        checks::assert_rate(rate);
        let total = 0;
        while (times > 0) {
            total = total + rate;
            times = times - 1;
        };
        total
    }

    public fun unused(flag: bool) {
        if (flag) {
            abort 7
        }
    }
}

module vault::idle {
    public fun one(): u64 {
        1
    }

    native fun nothing();
}
