import { bytes, type Codec, enumeration, struct, u64 } from "@ledger/bcs";

/** The deposit that the owner of a state value paid, and the time when it was made. Nodes write V0 while `bytesDeposit` is 0. */
export type StateValueMetadata =
  | { readonly kind: "V0"; readonly value: { readonly deposit: bigint; readonly creationTimeUsecs: bigint } }
  | {
      readonly kind: "V1";
      readonly value: {
        readonly slotDeposit: bigint;
        readonly bytesDeposit: bigint;
        readonly creationTimeUsecs: bigint;
      };
    };

/** BCS of state value metadata. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.3 | Specification, chain types 4.3} */
export const StateValueMetadata: Codec<StateValueMetadata> = enumeration("StateValueMetadata", {
  V0: struct("StateValueMetadataV0", { deposit: u64, creationTimeUsecs: u64 }),
  V1: struct("StateValueMetadataV1", { slotDeposit: u64, bytesDeposit: u64, creationTimeUsecs: u64 }),
});

/** Bytes with the metadata they were written with. */
export interface DataWithMetadata {
  readonly data: Uint8Array;
  readonly metadata: StateValueMetadata;
}

/** BCS of {@link DataWithMetadata}. */
export const DataWithMetadata: Codec<DataWithMetadata> = struct("DataWithMetadata", {
  data: bytes,
  metadata: StateValueMetadata,
});

/** A state value in the form that is hashed and that raw state reads answer with. */
export type StateValue =
  | { readonly kind: "V0"; readonly value: Uint8Array }
  | { readonly kind: "WithMetadata"; readonly value: DataWithMetadata };

/** BCS of a state value. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.2 | Specification, chain types 5.2} */
export const StateValue: Codec<StateValue> = enumeration("StateValue", { V0: bytes, WithMetadata: DataWithMetadata });
