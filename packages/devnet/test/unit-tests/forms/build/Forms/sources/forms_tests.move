/* Tests of every form. A name that ends with `_fails` is that of one that must fail. /* Comments nest. */ */
#[test_only]
module forms::forms_tests {
    use std::string::String;
    use std::unit_test;
    use std::debug;
    use forms::code::{Self, quarter};
    use forms::other as another;
    use 0x1::vector;

    const EOWN: u64 = 3;

    // #[test] fun commented_out() {}

    #[test]
    fun returns() {
        assert!(quarter(8) == 2, 0);
    }

    #[test]
    #[expected_failure]
    fun any_failure() {
        code::half(0);
    }

    #[test, expected_failure(abort_code = 7)]
    fun code_anywhere() {
        code::half(0);
    }

    #[test, expected_failure(abort_code = code::EZERO)]
    fun constant_of_a_module() {
        code::half(0);
    }

    #[test, expected_failure(abort_code = forms::other::EOTHER)]
    fun constant_of_a_whole_path() {
        code::pass_on();
    }

    #[test, expected_failure(abort_code = code::ECOMPUTED, location = code)]
    fun constant_that_is_computed() {
        code::refuse_computed();
    }

    #[test, expected_failure(abort_code = EOWN, location = Self)]
    fun own_constant() {
        abort EOWN
    }

    #[test, expected_failure(abort_code = 131_079, location = another)]
    fun module_by_another_name() {
        code::pass_on();
    }

    #[test, expected_failure(abort_code = 0x20007, location = 0xf0::other)]
    fun module_by_its_address() {
        code::pass_on();
    }

    #[test, expected_failure(arithmetic_error, location = Self)]
    fun arithmetic() {
        let zero = 0;
        1 / zero;
    }

    #[test, expected_failure(vector_error, minor_status = 1, location = Self)]
    fun vectors() {
        *vector::borrow(&vector[1u8], 2);
    }

    #[test, expected_failure(out_of_gas, location = Self)]
    fun gas() {
        loop {}
    }

    #[test(a = @forms), expected_failure(major_status = 4004, location = code)]
    fun status(a: signer) {
        code::keep(&a, 1);
        code::keep(&a, 1);
    }

    #[test(b = @0x2, a = @forms)]
    fun signers_by_name(a: &signer, b: signer) {
        code::keep(a, 1);
        code::keep(&b, 2);
        assert!(code::kept(@forms) == 1, 0);
        assert!(code::kept(@0x2) == 2, 0);
    }

    #[test(a = @forms)]
    fun each_is_alone(a: &signer) {
        code::keep(a, 3);
    }

    #[test]
    fun made_signers() {
        let signers = unit_test::create_signers_for_testing(258);
        assert!(std::signer::address_of(vector::borrow(&signers, 257)) ==
            @0x0101000000000000000000000000000000000000000000000000000000000000, 0);
    }

    #[test]
    fun prints() {
        debug::print(&42u64);
    }

    #[test_only, rand_test]
    fun random_holds(number: u64, _signed: bool, bytes: vector<u8>, _texts: vector<String>, _who: address, a: &signer) {
        assert!(number / 2 <= number && vector::length(&bytes) < 9, 0);
        code::keep(a, number);
    }

    #[test_only, rand_test]
    fun random_fails(number: u8, other: u8) {
        assert!((number as u16) + (other as u16) < 256, 0);
    }

    #[test_only, rand_test]
    fun random_struct_fails(_item: code::Item) {}

    #[test]
    fun calls_fail_fails() {
        code::quarter(1);
    }

    #[test, expected_failure]
    fun returning_fails() {}

    #[test, expected_failure(abort_code = 8, location = code)]
    fun wrong_code_fails() {
        code::half(0);
    }

    #[test, expected_failure(abort_code = 7, location = Self)]
    fun wrong_module_fails() {
        code::half(0);
    }

    #[test, expected_failure(arithmetic_error, location = code)]
    fun wrong_kind_fails() {
        code::half(0);
    }

    #[test, expected_failure(vector_error, minor_status = 2, location = Self)]
    fun wrong_minor_status_fails() {
        *vector::borrow(&vector[1u8], 2);
    }

    #[test]
    fun endless_fails() {
        loop {}
    }
}
