#[test_only]
module savings::savings_tests {
    use savings::savings;

    #[test(alice = @0xa11ce, bob = @0xb0b)]
    fun everybody_has_savings(alice: &signer, bob: &signer) {
        savings::save(alice, 500);
        savings::save(bob, 70);
        savings::save(alice, 300);
        savings::grow(@0xa11ce, 1_000);
        assert!(savings::saved(@0xa11ce) == 880, 0);
        assert!(savings::saved(@0xb0b) == 70, 1);
    }

    #[test]
    #[expected_failure(abort_code = 0x60001, location = savings)]
    fun nothing_does_not_grow() {
        savings::grow(@0xb0b, 1_000);
    }

    #[test(alice = @0xa11ce)]
    #[expected_failure(arithmetic_error, location = savings::savings)]
    fun savings_have_an_end(alice: &signer) {
        savings::save(alice, 18_446_744_073_709_551_615);
        savings::save(alice, 1);
    }
}
