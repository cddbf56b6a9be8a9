import type { RunnableFunction } from "../code/loaded-module.ts";
import { VmError } from "../status/vm-error.ts";

/**
 * Says where an error happened, unless that is known already.
 *
 * @returns the same error
 */
export function locateError(error: unknown, fn: RunnableFunction, codeOffset: number): unknown {
  if (!(error instanceof VmError) || error.module !== undefined || error.placeless) return error;
  error.module = fn.module?.name ?? "script";
  if (error.status !== "ABORTED") {
    error.location = { module: fn.module?.name, functionIndex: fn.index, functionName: fn.name, codeOffset };
  }
  return error;
}
