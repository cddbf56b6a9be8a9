import { type Codec, enumeration, u64 } from "@ledger/bcs";

/** The means that keeps a transaction from being executed twice. */
export type ReplayProtector =
  | { readonly kind: "Nonce"; readonly value: bigint }
  | { readonly kind: "SequenceNumber"; readonly value: bigint };

/** BCS of a replay protector. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#15 | Specification, chain types 15} */
export const ReplayProtector: Codec<ReplayProtector> = enumeration("ReplayProtector", {
  Nonce: u64,
  SequenceNumber: u64,
});

/** Sequence number of transactions that carry a nonce instead. */
export const orderlessSequenceNumber = 0xffff_ffff_ffff_ffffn;
