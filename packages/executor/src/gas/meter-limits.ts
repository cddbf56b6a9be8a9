import type { GasLimits, GasSchedule } from "@ledger/vm";
import type { TransactionParts } from "../context/transaction-parts.ts";

/** The multiplier, in basis points, that leaves a limit as it is. */
const unchangedBps = 100n;

/**
 * The limits of a transaction's gas that are not the usual ones: those of a script that governance approved, or those that were asked for.
 *
 * @param isApproved - whether governance approved the transaction's script
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.3 | Specification, execution 5.3}
 */
export function meterLimits(
  gas: GasSchedule,
  { limitsRequest }: Pick<TransactionParts, "limitsRequest">,
  isApproved: boolean,
): Partial<GasLimits> {
  if (isApproved) {
    if (!gas.rules.approvedScriptLimits) return {};
    return {
      execution: gas.parameter("txn.max_execution_gas.gov"),
      io: gas.parameter("txn.max_io_gas.gov"),
      storageFee: gas.parameter("txn.max_storage_fee.gov"),
    };
  }
  if (limitsRequest === undefined) return {};
  const { executionBps, ioBps } = limitsRequest.value.multipliers.value;
  const multiplied = (limit: number, bps: bigint): number => Number((BigInt(limit) * bps) / unchangedBps);
  return {
    execution: multiplied(gas.parameter("txn.max_execution_gas"), executionBps),
    io: multiplied(gas.parameter("txn.max_io_gas"), ioBps),
  };
}
