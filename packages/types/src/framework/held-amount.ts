/**
 * Amount that a store of a fungible asset holds, by its two resources: the store's own balance, unless that is 0; then the
 * concurrent balance next to it.
 *
 * @param balance - of the `0x1::fungible_asset::FungibleStore` @param concurrent - value of the
 * `0x1::fungible_asset::ConcurrentFungibleBalance`; absent where the object has none
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#7.3 | Specification, REST API 7.3}
 */
export function heldAmount(balance: bigint, concurrent: bigint | undefined): bigint {
  return balance === 0n ? (concurrent ?? 0n) : balance;
}
