import { type AbortLocation, type ExecutionStatus, formatModuleId } from "@ledger/types";

/**
 * How a transaction ended, in words: the `vm_status` of a transaction.
 * @see Ledger specification, REST API §9.13
 */
export function describeStatus(status: ExecutionStatus): string {
  switch (status.kind) {
    case "Success":
      return "Executed successfully";
    case "OutOfGas":
      return "Out of gas";
    case "MoveAbort": {
      const { location, code, info } = status.value;
      const abort = `Move abort in ${describeLocation(location)}`;
      const hex = `0x${code.toString(16)}`;
      return info === undefined ? `${abort}: ${hex}` : `${abort}: ${info.reasonName}(${hex}): ${info.description}`;
    }
    case "ExecutionFailure": {
      const { location, function: index, codeOffset } = status.value;
      return `Execution failed in ${describeLocation(location)}, function ${index}, at code offset ${codeOffset}`;
    }
    case "MiscellaneousError":
      return status.value === undefined
        ? "Execution failed with a miscellaneous error and no status code"
        : `Execution failed with status ${status.value}`;
  }
}

function describeLocation(location: AbortLocation): string {
  return location.kind === "Script" ? "script" : formatModuleId(location.value);
}
