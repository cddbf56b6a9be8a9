import { type AbortLocation, type ExecutionStatus, parseAddress } from "@ledger/types";
import type { VmEnvironment, VmError } from "@ledger/vm";
import { Discard } from "./discard.ts";

/** Execution failures that are kept by their code instead of their place. */
const keptByCode: ReadonlySet<string> = new Set([
  "EXECUTION_LIMIT_REACHED",
  "IO_LIMIT_REACHED",
  "STORAGE_LIMIT_REACHED",
  "TOO_MANY_DELAYED_FIELDS",
  "UNABLE_TO_CAPTURE_DELAYED_FIELDS",
]);

/**
 * The status that a failed execution has on the ledger. Abort info is not looked up here.
 *
 * @throws {@link Discard} when a transaction that failed so is not committed
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#6.1 | Specification, virtual machine 6.1}
 */
export function keptStatus({ rules }: VmEnvironment, error: VmError): ExecutionStatus {
  const { status, code } = error;
  if (status === "ABORTED") {
    const location = locationOf(error);
    return { kind: "MoveAbort", value: { location, code: error.abortCode ?? 0n, info: undefined } };
  }
  if (status === "OUT_OF_GAS") return { kind: "OutOfGas" };
  const isKeptByCode =
    keptByCode.has(status) ||
    (status === "VM_MAX_VALUE_DEPTH_REACHED" && rules.functionValues) ||
    (status === "MEMORY_LIMIT_EXCEEDED" && rules.memoryStatus);
  if (isKeptByCode) return { kind: "MiscellaneousError", value: BigInt(code) };
  switch (Math.floor(code / 1000)) {
    case 1:
    case 3:
      return { kind: "MiscellaneousError", value: BigInt(code) };
    case 2:
      if (rules.chargeInvariantViolation) {
        return { kind: "MiscellaneousError", value: BigInt(code) };
      }
      throw new Discard(error.status, error.message);
    case 4: {
      const { location } = error;
      return {
        kind: "ExecutionFailure",
        value:
          location === undefined
            ? { location: { kind: "Script" }, function: 0, codeOffset: 0 }
            : { location: locationOf(error), function: location.functionIndex, codeOffset: location.codeOffset },
      };
    }
    default:
      throw new Discard(error.status, error.message);
  }
}

/** The module whose code failed, as statuses name it. */
function locationOf({ module }: VmError): AbortLocation {
  if (module === undefined || module === "script") return { kind: "Script" };
  return { kind: "Module", value: { address: parseAddress(module.address), name: module.name } };
}
