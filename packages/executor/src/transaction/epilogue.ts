import { bool, type Codec, struct, u8, u64 } from "@ledger/bcs";
import { concatBytes } from "@ledger/types";
import type { Rules } from "@ledger/vm";
import { gasPayerOf, type TransactionParts, type TransactionSigners } from "../context/transaction-parts.ts";
import type { SystemCall } from "../session/system-call.ts";
import { isAbstractionOn } from "./prologue.ts";

/** The gas that a transaction used, and its price. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.11 | Specification, execution 5.11} */
export interface FeeStatement {
  readonly totalChargeGasUnits: bigint;
  readonly executionGasUnits: bigint;
  readonly ioGasUnits: bigint;
  readonly storageFeeOctas: bigint;
  readonly storageFeeRefundOctas: bigint;
}

/** BCS of a fee statement: the data of its event. */
export const FeeStatement: Codec<FeeStatement> = struct("FeeStatement", {
  totalChargeGasUnits: u64,
  executionGasUnits: u64,
  ioGasUnits: u64,
  storageFeeOctas: u64,
  storageFeeRefundOctas: u64,
});

/** The input of the epilogue. */
export interface EpilogueInput {
  readonly parts: TransactionParts;
  readonly signers: TransactionSigners;
  readonly rules: Rules;
  readonly isSimulation: boolean;
  /** Gas units left of the maximum. */
  readonly gasRemaining: bigint;
  readonly statement: FeeStatement;
}

/**
 * The functions that end a transaction: the fee is taken, the sequence number moves on, the fee statement is emitted.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.10 | Specification, execution 2.10}
 */
export function epilogueCalls({
  parts,
  signers,
  rules,
  isSimulation,
  gasRemaining,
  statement,
}: EpilogueInput): readonly SystemCall[] {
  const module = "transaction_validation";
  const account = signers.sender;
  const gasPayer = signers.feePayer ?? signers.sender;
  const isOrderless = bool.encode(parts.replayProtector.kind === "Nonce");
  const simulation = bool.encode(isSimulation);
  const amounts = [u64.encode(parts.gasUnitPrice), u64.encode(parts.maxGasAmount), u64.encode(gasRemaining)];
  if (rules.versionedTransactionValidation) {
    const fields = [u8.encode(0), FeeStatement.encode(statement), ...amounts, simulation, isOrderless];
    return [{ module, name: "versioned_epilogue", args: [account, gasPayer, concatBytes(...fields)] }];
  }
  const refund = u64.encode(statement.storageFeeRefundOctas);
  return [epilogue(), ...feeStatementCall(rules, statement)];

  function epilogue(): SystemCall {
    if (isAbstractionOn(rules)) {
      const isV2 = rules.transactionPayloadV2;
      const args = [account, gasPayer, refund, ...amounts, simulation];
      return {
        module,
        name: isV2 ? "unified_epilogue_v2" : "unified_epilogue",
        args: isV2 ? [...args, isOrderless] : args,
      };
    }
    const isExtended = rules.simulationEnhancement;
    const last = isExtended ? [simulation] : [];
    const suffix = isExtended ? "_extended" : "";
    return parts.feePayer
      ? {
          module,
          name: `epilogue_gas_payer${suffix}`,
          args: [account, gasPayerOf(parts), refund, ...amounts, ...last],
        }
      : { module, name: `epilogue${suffix}`, args: [account, refund, ...amounts, ...last] };
  }
}

function feeStatementCall(rules: Rules, statement: FeeStatement): readonly SystemCall[] {
  if (!rules.moduleEvent || !rules.emitFeeStatement) return [];
  return [{ module: "transaction_fee", name: "emit_fee_statement", args: [FeeStatement.encode(statement)] }];
}
