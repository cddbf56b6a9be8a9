import { moduleKey } from "../address.ts";
import { type StatusName, statusName } from "../status/status-code.ts";
import type { VmError } from "../status/vm-error.ts";

/**
 * The failure that a test must end with; what is left out may be anything.
 *
 * @see Move's unit tests, `#[expected_failure]`
 */
export interface ExpectedFailure {
  /** Number of the status, e.g. 4016 for an abort. */
  readonly status?: number | undefined;
  /** The abort code, or the minor status of another failure; `none` where it must have neither. */
  readonly code?: bigint | "none" | undefined;
  /** The module in which it must happen, e.g. `0x1::coin`. */
  readonly module?: string | undefined;
}

/** The code of an abort, or the minor status. */
function codeOf({ abortCode, subStatus }: VmError): bigint | undefined {
  return abortCode ?? (subStatus === undefined ? undefined : BigInt(subStatus));
}

function moduleOf({ module }: VmError): string | undefined {
  return module === undefined || module === "script" ? module : moduleKey(module.address, module.name);
}

/** True if a failure is the expected one. */
export function isExpected({ status, code, module }: ExpectedFailure, error: VmError): boolean {
  return (
    (status === undefined || status === error.code) &&
    (code === undefined || code === (codeOf(error) ?? "none")) &&
    (module === undefined || module === moduleOf(error))
  );
}

/** An expected failure in words, e.g. `ABORTED with code 7 in 0x1::coin`. */
export function expectationText({ status, code, module }: ExpectedFailure): string {
  return failureText(status === undefined ? "a failure" : statusText(status), code, module);
}

/** A failure in the same words. */
export function errorText(error: VmError): string {
  return failureText(error.status, codeOf(error), moduleOf(error));
}

function statusText(status: number): StatusName | string {
  return statusName(status) ?? `status ${status}`;
}

function failureText(status: string, code: bigint | "none" | undefined, module: string | undefined): string {
  const withCode =
    code === undefined || code === "none" ? status : `${status} with code ${code} (0x${code.toString(16)})`;
  return module === undefined ? withCode : `${withCode} in ${module}`;
}
