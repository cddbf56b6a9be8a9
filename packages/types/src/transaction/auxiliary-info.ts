import { type Codec, enumeration, struct, u32, unit } from "@ledger/bcs";

/** Facts about a transaction that only its block knows; its hash is part of the transaction info. */
export type PersistedAuxiliaryInfo =
  | { readonly kind: "None" }
  | { readonly kind: "V1" | "TimestampNotYetAssignedV1"; readonly value: { readonly transactionIndex: number } };

/** BCS of auxiliary info. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.1 | Specification, chain types 4.1} */
export const PersistedAuxiliaryInfo: Codec<PersistedAuxiliaryInfo> = enumeration("PersistedAuxiliaryInfo", {
  None: unit,
  V1: struct("V1", { transactionIndex: u32 }),
  TimestampNotYetAssignedV1: struct("TimestampNotYetAssignedV1", { transactionIndex: u32 }),
});
