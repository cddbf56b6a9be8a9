import type { StatusName } from "../status/status-code.ts";
import { type CodeLocation, functionText, moduleText, type VmError } from "../status/vm-error.ts";
import type { SourceLine, SourceMap } from "./source-map.ts";

/** Classes of failures of code. */
export type FailureKind = "abort" | "arithmetic" | "vector" | "resource" | "variant" | "out_of_gas" | "limit" | "other";

/** A call that was open when code failed. */
export interface FailedCall {
  /** `0xcafe::shop::buy`; `script` for a script. */
  readonly function: string;
  /** Index of the instruction in the function's code. */
  readonly codeOffset: number;
  /** The line that the instruction comes from, where the module's source map is known. */
  readonly place: SourceLine | undefined;
}

/** A failure of code, as its author wants to read it. */
export interface Failure {
  readonly kind: FailureKind;
  /** The fault, with the values behind it: `Subtraction overflow: 5 - 7 is not a u64`. */
  readonly message: string;
  /** The calls that were open, innermost first. */
  readonly calls: readonly FailedCall[];
  /** The innermost line that is known. */
  readonly place: SourceLine | undefined;
}

const kinds: Readonly<Partial<Record<StatusName, FailureKind>>> = {
  ABORTED: "abort",
  ARITHMETIC_ERROR: "arithmetic",
  VECTOR_OPERATION_ERROR: "vector",
  MISSING_DATA: "resource",
  RESOURCE_ALREADY_EXISTS: "resource",
  STRUCT_VARIANT_MISMATCH: "variant",
  OUT_OF_GAS: "out_of_gas",
  EXECUTION_LIMIT_REACHED: "limit",
  IO_LIMIT_REACHED: "limit",
  STORAGE_LIMIT_REACHED: "limit",
  MEMORY_LIMIT_EXCEEDED: "limit",
  CALL_STACK_OVERFLOW: "limit",
  EXECUTION_STACK_OVERFLOW: "limit",
};

/**
 * Describes a failure by what is known of the code that was running.
 *
 * @param sourceMaps - by the names of modules, as in `0xcafe::shop`
 */
export function describeFailure(error: VmError, sourceMaps: ReadonlyMap<string, SourceMap> = new Map()): Failure {
  const { origin } = error;
  const calls = origin.calls.map((call) => describeCall(call, sourceMaps));
  const { message, detail } = origin;
  return {
    kind: kinds[origin.status] ?? "other",
    message: detail === undefined ? message : `${message}: ${detail}`,
    calls,
    place: calls.find(({ place }) => place !== undefined)?.place,
  };
}

function describeCall(call: CodeLocation, sourceMaps: ReadonlyMap<string, SourceMap>): FailedCall {
  const { module, functionIndex, codeOffset } = call;
  const sourceMap = module && sourceMaps.get(moduleText(module));
  return { function: functionText(call), codeOffset, place: sourceMap?.lineOf(functionIndex, codeOffset) };
}
