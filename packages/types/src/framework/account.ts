import { bytes, type Codec, option, struct, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";
import { EventHandle } from "../event/event-key.ts";

/** Events that every account makes for itself before others: coin registrations and key rotations. */
const firstFreeCreationNumber = 2n;

/** `0x1::account::Account`. */
export interface AccountResource {
  /** 32 bytes; equal to the address until the key is rotated. */
  readonly authenticationKey: Uint8Array;
  readonly sequenceNumber: bigint;
  /** Creation number of the next event handle or guid. */
  readonly guidCreationNum: bigint;
  readonly coinRegisterEvents: EventHandle;
  readonly keyRotationEvents: EventHandle;
  /** To whom the right to rotate the key is offered. */
  readonly rotationCapabilityOffer: Address | undefined;
  /** To whom the right to sign for the account is offered. */
  readonly signerCapabilityOffer: Address | undefined;
}

/** BCS of {@link AccountResource}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16} */
export const AccountResource: Codec<AccountResource> = struct("Account", {
  authenticationKey: bytes,
  sequenceNumber: u64,
  guidCreationNum: u64,
  coinRegisterEvents: EventHandle,
  keyRotationEvents: EventHandle,
  rotationCapabilityOffer: option(Address),
  signerCapabilityOffer: option(Address),
});

/**
 * The account resource that a published node shows for an address that has none yet.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#16 | Specification, chain types 16}
 */
export function statelessAccount(address: Address): AccountResource {
  return {
    authenticationKey: address,
    sequenceNumber: 0n,
    guidCreationNum: firstFreeCreationNumber,
    coinRegisterEvents: { count: 0n, key: { creationNumber: 0n, accountAddress: address } },
    keyRotationEvents: { count: 0n, key: { creationNumber: 1n, accountAddress: address } },
    rotationCapabilityOffer: undefined,
    signerCapabilityOffer: undefined,
  };
}
