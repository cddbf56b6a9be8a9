/// Vouchers: a coin, which the framework pairs with a fungible asset.
module cafe::voucher {
    use std::error;
    use std::signer;
    use std::string;
    use aptos_framework::aptos_account;
    use aptos_framework::coin::{Self, BurnCapability, FreezeCapability, MintCapability};

    /// Only the shop gives vouchers.
    const ENOT_THE_SHOP: u64 = 1;

    struct Voucher {}

    struct Capabilities has key {
        mint: MintCapability<Voucher>,
        burn: BurnCapability<Voucher>,
        freeze: FreezeCapability<Voucher>,
    }

    fun init_module(shop: &signer) {
        let (burn, freeze, mint) = coin::initialize<Voucher>(
            shop,
            string::utf8(b"Coffee Voucher"),
            string::utf8(b"CUP"),
            2,
            true,
        );
        move_to(shop, Capabilities { mint, burn, freeze });
    }

    /// Makes vouchers; the shop's right alone.
    public entry fun give(shop: &signer, to: address, amount: u64) acquires Capabilities {
        assert!(signer::address_of(shop) == @cafe, error::permission_denied(ENOT_THE_SHOP));
        let capabilities = borrow_global<Capabilities>(@cafe);
        aptos_account::deposit_coins(to, coin::mint(amount, &capabilities.mint));
    }

    /// Destroys vouchers of the sender, for a cup of something.
    public entry fun redeem(holder: &signer, amount: u64) acquires Capabilities {
        let capabilities = borrow_global<Capabilities>(@cafe);
        coin::burn(coin::withdraw<Voucher>(holder, amount), &capabilities.burn);
    }
}
