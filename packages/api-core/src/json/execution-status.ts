import { MoveError, type MoveView } from "@ledger/move";
import { type AbortInfo, type AbortLocation, type ExecutionStatus, formatModuleId } from "@ledger/types";

/**
 * How a transaction ended, in words: the `vm_status` of a transaction. What the record does not say of an abort is looked up
 * in the module that aborted.
 * @see Ledger specification, REST API §9.13
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
      const abort = `Move abort in ${describeLocation(location)}`;
      const hex = `0x${code.toString(16)}`;
      return info === undefined ? `${abort}: ${hex}` : `${abort}: ${info.reasonName}(${hex}): ${info.description}`;
    }
    case "ExecutionFailure": {
      const { location, function: index, codeOffset } = status.value;
      const name = (await findFunctionName(view, location, index)) ?? `#${index}`;
      return `Execution failed in ${describeLocation(location)}::${name} at code offset ${codeOffset}`;
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

/** A status is words for people: a module that cannot be read only makes them fewer. */
async function unlessUnreadable<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof MoveError) return undefined;
    throw error;
  }
}
