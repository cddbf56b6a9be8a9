import {
  functionIdOf,
  type MultisigTransactionPayload,
  payloadExecutable,
  payloadMultisigAddress,
  type TransactionPayload,
} from "@ledger/types";
import { findBadName } from "../contract/call-names.ts";
import { ApiError } from "../contract/error.ts";

/**
 * Checks what can be said of a payload without state. BCS can hold names that are none, and kinds that are no longer taken.
 *
 * @throws ApiError `invalid_input`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.3 | Specification, execution 6.3}, step 2
 */
export function checkPayload(payload: TransactionPayload): void {
  const code = codeOf(payload);
  if (code === undefined) return;
  if (code.kind === "Script" && code.value.code.length === 0) throw invalid("the script has no code");
  const called = code.kind === "Script" ? undefined : functionIdOf(code.value);
  const fault = findBadName(called, code.value.typeArgs);
  if (fault !== undefined) throw invalid(fault);
}

/** The code that a payload runs; `undefined` where a multisig account runs a payload that is stored on chain. */
function codeOf(payload: TransactionPayload): MultisigTransactionPayload | undefined {
  if (payload.kind === "ModuleBundle") throw invalid("module bundle payloads have been removed");
  const executable = payloadExecutable(payload);
  if (payload.kind === "EncryptedPayload" || executable === undefined || executable.kind === "Encrypted") {
    throw invalid("this node does not accept encrypted payloads");
  }
  if (executable.kind !== "Empty") return executable;
  if (payloadMultisigAddress(payload) !== undefined) return undefined;
  throw invalid("only a transaction of a multisig account may have nothing to run");
}

function invalid(fault: string): ApiError {
  return new ApiError("invalid_input", `the transaction is invalid: payload: ${fault}`);
}
