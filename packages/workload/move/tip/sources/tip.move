script {
    use aptos_framework::aptos_account;

    /// Tips the shop.
    fun tip(customer: &signer, amount: u64) {
        aptos_account::transfer(customer, @cafe, amount);
    }
}
