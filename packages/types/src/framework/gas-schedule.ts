import { type Codec, string, struct, u64, vector } from "@ledger/bcs";

/** A named parameter of the gas schedule. */
export interface GasEntry {
  /** E.g. `instr.add` or `txn.max_transaction_size_in_bytes`. */
  readonly key: string;
  readonly value: bigint;
}

const entries = /* @__PURE__ */ vector(/* @__PURE__ */ struct("GasEntry", { key: string, value: u64 }));

/** `0x1::gas_schedule::GasScheduleV2`: what execution costs, and by which rules it is counted. */
export interface GasScheduleV2 {
  /** Gas feature version: which rules of charging are in force. */
  readonly featureVersion: bigint;
  readonly entries: readonly GasEntry[];
}

/** BCS of {@link GasScheduleV2}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.1 | Specification, execution 1.1} */
export const GasScheduleV2: Codec<GasScheduleV2> = struct("GasScheduleV2", { featureVersion: u64, entries });

/** `0x1::gas_schedule::GasSchedule`: the form of the first networks; its gas feature version is 0. */
export interface GasScheduleV1 {
  readonly entries: readonly GasEntry[];
}

/** BCS of {@link GasScheduleV1}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.1 | Specification, execution 1.1} */
export const GasScheduleV1: Codec<GasScheduleV1> = struct("GasSchedule", { entries });

/** `0x1::storage_gas::StorageGas`: prices of reading and writing state, in internal gas; used by gas feature versions 1 to 9. */
export interface StorageGas {
  readonly perItemRead: bigint;
  readonly perItemCreate: bigint;
  readonly perItemWrite: bigint;
  readonly perByteRead: bigint;
  readonly perByteCreate: bigint;
  readonly perByteWrite: bigint;
}

/** BCS of {@link StorageGas}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.8 | Specification, execution 5.8} */
export const StorageGas: Codec<StorageGas> = struct("StorageGas", {
  perItemRead: u64,
  perItemCreate: u64,
  perItemWrite: u64,
  perByteRead: u64,
  perByteCreate: u64,
  perByteWrite: u64,
});
