import type { GasSchedule } from "./schedule.ts";

/** The facts of a transaction that its intrinsic charge depends on. */
export interface IntrinsicInput {
  /** Bytes of the transaction, as its gas checks count them. */
  readonly transactionSize: number;
  readonly isKeyless?: boolean;
  readonly usesSlhDsa?: boolean;
  readonly isEncrypted?: boolean;
}

/** Internal gas units in a gas unit. */
export function gasScale(schedule: GasSchedule): number {
  return schedule.parameter("txn.gas_unit_scaling_factor") || 1;
}

/**
 * The charges of every transaction before it does anything, one by one, in internal gas.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.4 | Specification, execution 5.4}
 */
export function intrinsicCharges(schedule: GasSchedule, input: IntrinsicInput): number[] {
  const { transactionSize, isKeyless, usesSlhDsa, isEncrypted } = input;
  const excess = Math.max(0, transactionSize - schedule.parameter("txn.large_transaction_cutoff"));
  const perByte = schedule.parameter("txn.intrinsic_gas_per_byte");
  const charges = [schedule.parameter("txn.min_transaction_gas_units") + perByte * excess];
  if (isKeyless) charges.push(schedule.parameter("txn.keyless.base"));
  if (usesSlhDsa) charges.push(schedule.parameter("txn.slh_dsa_sha2_128s.base"));
  if (isEncrypted) charges.push(schedule.parameter("txn.encrypted_txn_decryption.base"));
  return charges;
}
