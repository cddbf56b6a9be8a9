import { bytes, type Codec, option, struct } from "@ledger/bcs";
import { BitVec } from "./bit-vec.ts";

/** One signature of many validators over the same message. */
export interface AggregateSignature {
  /** Bit per validator index: who signed. */
  readonly validatorBitmask: BitVec;
  /** BLS12-381 signature: a compressed G2 point, 96 bytes; absent without signers. Not checked here. */
  readonly signature: Uint8Array | undefined;
}

/** BCS of {@link AggregateSignature}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6} */
export const AggregateSignature: Codec<AggregateSignature> = struct("AggregateSignature", {
  validatorBitmask: BitVec,
  signature: option(bytes),
});
