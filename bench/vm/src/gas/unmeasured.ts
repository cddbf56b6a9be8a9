/**
 * Natives and instructions without a row, with the reason.
 *
 * Each of them is here because it cannot be run in a loop, or because no framework of today has it.
 */
export const unmeasured: readonly { readonly names: readonly string[]; readonly reason: string }[] = [
  {
    names: ["abort", "abort_msg"],
    reason: "ends the transaction, so that it runs once; a message has at most 1,024 bytes",
  },
  {
    names: ["0x1::aggregator_v2::copy_snapshot", "0x1::aggregator_v2::string_concat"],
    reason: "always aborts",
  },
  {
    names: ["0x1::code::request_publish", "0x1::code::request_publish_with_allowed_deps"],
    reason: "runs once in a transaction, on bytes that the transaction paid for",
  },
  {
    names: ["0x7::native_position::native_set_position", "0x7::native_position::native_delete_position"],
    reason: "is not implemented: a call ends in a HostError",
  },
  {
    names: [
      "0x1::debug::print",
      "0x1::debug::print_stack_trace",
      "0x1::randomness::get_and_add_txn_local_state",
      "0x1::account::create_signer",
      "0x1::genesis::create_signer",
      "0x1::account::create_address",
      "0x1::permissioned_signer::borrow_address",
      "0x1::permissioned_signer::is_permissioned_signer_impl",
      "0x1::permissioned_signer::permission_address",
      "0x1::permissioned_signer::signer_from_permissioned_handle_impl",
    ],
    reason: "the newest framework does not declare it; most share the code of one that it declares",
  },
  {
    names: [
      "0x1::dispatchable_fungible_asset::dispatchable_withdraw",
      "0x1::dispatchable_fungible_asset::dispatchable_deposit",
      "0x1::dispatchable_fungible_asset::dispatchable_derived_balance",
      "0x1::dispatchable_fungible_asset::dispatchable_derived_supply",
      "0x1::account_abstraction::dispatchable_authenticate",
    ],
    reason: "no arguments are made for it yet: it needs a module that is registered, and its own work is one call",
  },
  {
    names: ["0x1::reflect::native_resolve"],
    reason: "no arguments are made for it yet: its result cannot be dropped",
  },
  {
    names: ["0x1::storage_slot::borrow_storage_slot_resource", "0x1::storage_slot::borrow_storage_slot_resource_mut"],
    reason: "no arguments are made for it yet: it borrows a resource, as `mut_borrow_global` does",
  },
];
