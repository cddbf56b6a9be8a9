import { MoveError, type MoveView } from "@ledger/move";
import { type AbortInfo, type AbortLocation, type ExecutionStatus, formatModuleId } from "@ledger/types";
import { statusName } from "@ledger/vm";

/**
 * How a transaction ended, in words: the `vm_status` of a transaction. What the record does not say of an abort is looked up
 * in the module that aborted.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.13 | Specification, REST API 9.13}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#6.5 | Specification, virtual machine 6.5}
 */
export async function describeStatus(status: ExecutionStatus, view: MoveView): Promise<string> {
  switch (status.kind) {
    case "Success":
      return "Executed successfully";
    case "OutOfGas":
      return "Out of gas";
    case "MoveAbort": {
      const { location, code } = status.value;
      const info = status.value.info ?? (await findAbortInfo(view, location, code));
      const hex = `0x${code.toString(16)}`;
      if (location.kind === "Script") return `Move abort: code ${hex}`;
      const abort = `Move abort in ${formatModuleId(location.value)}`;
      return info === undefined ? `${abort}: ${hex}` : `${abort}: ${info.reasonName}(${hex}): ${info.description}`;
    }
    case "ExecutionFailure": {
      const { location, function: index, codeOffset } = status.value;
      if (location.kind === "Script") return `Execution failed in script at code offset ${codeOffset}`;
      const name = (await findFunctionName(view, location, index)) ?? `<#${index} function>`;
      return `Execution failed in ${formatModuleId(location.value)}::${name} at code offset ${codeOffset}`;
    }
    case "MiscellaneousError":
      return status.value === undefined
        ? "Execution failed with miscellaneous error and no status code"
        : (statusName(Number(status.value)) ?? `Execution failed with status ${status.value}`);
  }
}

async function findAbortInfo(view: MoveView, location: AbortLocation, code: bigint): Promise<AbortInfo | undefined> {
  if (location.kind === "Script") return undefined;
  const { address, name } = location.value;
  const found = await unlessUnreadable(() => view.describeAbort(address, name, code));
  return found && { reasonName: found.codeName, description: found.codeDescription };
}

async function findFunctionName(view: MoveView, location: AbortLocation, index: number): Promise<string | undefined> {
  if (location.kind === "Script") return undefined;
  const { address, name } = location.value;
  const code = await unlessUnreadable(async () => view.findModule(address, name));
  const handle = code?.module.functionHandles[code.module.functionDefinitions[index]?.handle ?? -1];
  return handle && code?.module.identifiers[handle.name];
}

/** A status is text for people: when a module cannot be read, it only says less. */
async function unlessUnreadable<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof MoveError) return undefined;
    throw error;
  }
}
