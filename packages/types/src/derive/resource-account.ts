import { u64 } from "@ledger/bcs";
import type { Address } from "../address.ts";
import { asciiToBytes } from "../text/ascii.ts";
import { concatBytes } from "../text/bytes.ts";
import { deriveWithScheme } from "./scheme.ts";

/** Address of an account without a key of its own, made by another account. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
export function resourceAccountAddress(source: Address, seed: Uint8Array): Address {
  return deriveWithScheme("resourceAccount", source, seed);
}

/**
 * Address of a multisig account.
 *
 * @param sequenceNumber - of the creator, when it made the account
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function multisigAccountAddress(creator: Address, sequenceNumber: bigint): Address {
  const domain = asciiToBytes("aptos_framework::multisig_account");
  return resourceAccountAddress(creator, concatBytes(domain, u64.encode(sequenceNumber)));
}

/**
 * Address of the stake pool of a staking contract.
 *
 * @param extra - seed that the owner chose, often empty
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function stakingContractPoolAddress(owner: Address, operator: Address, extra: Uint8Array): Address {
  const domain = asciiToBytes("aptos_framework::staking_contract");
  return resourceAccountAddress(owner, concatBytes(owner, operator, domain, extra));
}

/**
 * Address of a vesting contract.
 *
 * @param nonce - vesting contracts that the admin made before
 * @param extra - seed that the admin chose, often empty
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export function vestingContractAddress(admin: Address, nonce: bigint, extra: Uint8Array): Address {
  const domain = asciiToBytes("aptos_framework::vesting");
  return resourceAccountAddress(admin, concatBytes(admin, u64.encode(nonce), domain, extra));
}
