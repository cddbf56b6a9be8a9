import { decodeModule, type ErrorDescription, MoveError, moduleMetadata } from "@ledger/move";
import { type ExecutionStatus, moduleKey } from "@ledger/types";
import { type Features, feature } from "@ledger/vm";
import type { StateView } from "../state/state-view.ts";

/** Reasons take the lower 16 bits of a code, the category the next 8. */
const categoryEnd = 24n;
const reasonBits = 0xffffn;
const oldReasonBits = 0xfffn;

type ErrorMap = ReadonlyMap<bigint, ErrorDescription>;

/**
 * The status with what the aborting module says about the code, in its metadata.
 *
 * @see Ledger specification, execution §2.11
 */
export async function withAbortInfo(
  status: ExecutionStatus,
  state: StateView,
  features: Features,
): Promise<ExecutionStatus> {
  if (status.kind !== "MoveAbort" || status.value.location.kind !== "Module") return status;
  const { address, name } = status.value.location.value;
  const item = await state.read(moduleKey(address, name));
  const errors = item && errorMapOf(item.value);
  if (errors === undefined) return status;
  const { code } = status.value;
  const found = features.has(feature.binaryFormat10) ? byCodeOrReason(errors, code) : byReasonOrCode(errors, code);
  const info = found && { reasonName: found.codeName, description: found.codeDescription };
  return { kind: "MoveAbort", value: { ...status.value, info } };
}

/** The newer rule: the whole code, then its reason where there is nothing above the category. */
function byCodeOrReason(errors: ErrorMap, code: bigint): ErrorDescription | undefined {
  return errors.get(code) ?? (code >> categoryEnd === 0n ? errors.get(code & reasonBits) : undefined);
}

/** The older rule: twelve bits of the reason, then the whole code. */
function byReasonOrCode(errors: ErrorMap, code: bigint): ErrorDescription | undefined {
  return errors.get(code & oldReasonBits) ?? errors.get(code);
}

function errorMapOf(bytecode: Uint8Array): ErrorMap | undefined {
  try {
    return moduleMetadata(decodeModule(bytecode)).errorMap;
  } catch (error) {
    if (error instanceof MoveError) return undefined;
    throw error;
  }
}
