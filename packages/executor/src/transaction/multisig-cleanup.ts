import { bytes, type Codec, string, struct, u64 } from "@ledger/bcs";
import { Address, bytesToHex, parseAddress } from "@ledger/types";
import type { Rules, VmError } from "@ledger/vm";
import type { TransactionParts } from "../context/transaction-parts.ts";
import type { SystemCall } from "../session/system-call.ts";
import { multisigPayloadBytes } from "./prologue.ts";

const ExecutionError: Codec<{ abortLocation: string; errorType: string; errorCode: bigint }> = struct(
  "ExecutionError",
  { abortLocation: string, errorType: string, errorCode: u64 },
);

/**
 * The call by which a multisig account notes that its transaction ran, or how it failed.
 *
 * @param error - how the account's call failed
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.7 | Specification, execution 2.7}
 */
export function multisigCleanupCall(
  rules: Rules,
  parts: TransactionParts,
  multisigAddress: Address,
  error: VmError | undefined,
): SystemCall {
  const payload = bytes.encode(multisigPayloadBytes(parts, rules));
  const args = [Address.encode(parts.sender.address), Address.encode(multisigAddress), payload];
  const module = "multisig_account";
  if (error === undefined) return { module, name: "successful_transaction_execution_cleanup", args };
  return {
    module,
    name: "failed_transaction_execution_cleanup",
    args: [...args, ExecutionError.encode(executionError(error))],
  };
}

function executionError(error: VmError): { abortLocation: string; errorType: string; errorCode: bigint } {
  const isAbort = error.status === "ABORTED";
  const abortLocation = isAbort || error.location !== undefined ? locationText(error) : "";
  const failure = error.location === undefined ? "VMError" : "MoveExecutionFailure";
  return {
    abortLocation,
    errorType: isAbort ? "MoveAbort" : failure,
    errorCode: isAbort ? (error.abortCode ?? 0n) : BigInt(error.code),
  };
}

function locationText({ module }: VmError): string {
  if (module === undefined || module === "script") return "Script";
  return `${bytesToHex(parseAddress(module.address))}::${module.name}`;
}
