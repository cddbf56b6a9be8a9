import { decodeModule, type ErrorDescription, MoveError, moduleMetadata } from "@ledger/move";
import { type AbortLocation, type ExecutionStatus, moduleKey, type StateView } from "@ledger/types";
import { abortInfo, type Rules } from "@ledger/vm";

type ErrorMap = ReadonlyMap<bigint, ErrorDescription>;

/**
 * The status with what is known about its abort: what the aborting module says of the code, in its metadata, and, where the ledger
 * takes them, the message that was given with it.
 *
 * @param message - of the abort
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.11 | Specification, execution 2.11}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#6.3 | Specification, virtual machine 6.3}
 */
export async function withAbortInfo(
  status: ExecutionStatus,
  message: string | undefined,
  state: StateView,
  rules: Rules,
): Promise<ExecutionStatus> {
  if (status.kind !== "MoveAbort") return status;
  const { code, location } = status.value;
  const errorMap = await readErrorMap(location, state);
  const info = abortInfo({ errorMap, code, message, hasMessages: rules.binaryFormat10 });
  return { kind: "MoveAbort", value: { ...status.value, info } };
}

async function readErrorMap(location: AbortLocation, state: StateView): Promise<ErrorMap | undefined> {
  if (location.kind === "Script") return undefined;
  const { address, name } = location.value;
  const item = await state.get(moduleKey(address, name));
  return item && errorMapOf(item.bytes);
}

function errorMapOf(bytecode: Uint8Array): ErrorMap | undefined {
  try {
    return moduleMetadata(decodeModule(bytecode)).errorMap;
  } catch (error) {
    if (error instanceof MoveError) return undefined;
    throw error;
  }
}
