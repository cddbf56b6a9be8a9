import { type AddressText, moduleKey } from "../address.ts";
import { type StatusName, statusCodes } from "./status-code.ts";

/** A module by its parts. */
export interface ModuleName {
  readonly address: AddressText;
  readonly name: string;
}

/** The place in the code at which execution failed. */
export interface CodeLocation {
  /** `undefined` is the script. */
  readonly module: ModuleName | undefined;
  /** Index among the module's function definitions. */
  readonly functionIndex: number;
  readonly functionName: string;
  /** Index of the instruction in the function's code. */
  readonly codeOffset: number;
}

/** Names a module: `0xcafe::shop`. */
export function moduleText({ address, name }: ModuleName): string {
  return moduleKey(address, name);
}

/** Names the function of a place in code: `0xcafe::shop::buy`; `script` for a script. */
export function functionText({ module, functionName }: CodeLocation): string {
  return module === undefined ? "script" : `${moduleText(module)}::${functionName}`;
}

/** The members of a {@link VmError} besides its status. */
export interface VmErrorDetails {
  readonly subStatus?: number | undefined;
  /** For `ABORTED`: the code. */
  readonly abortCode?: bigint | undefined;
  /** For `ABORTED`: the message given with the code. */
  readonly abortMessage?: string | undefined;
  /** The values that the failure came from, in words, where the message does not have them: `5 - 7 is not a u64`. */
  readonly detail?: string | undefined;
  /** The error belongs to no instruction. */
  readonly placeless?: boolean;
  /** The failure that this one stands for, where the ledger tells no more of it than a status. */
  readonly cause?: VmError | undefined;
}

/**
 * How a program failed. This is an outcome of Move code, not a fault of the host: an execution ends with it, all effects of
 * the session are void. Faults of the host (a resolver that throws, a native that is not implemented) are other errors and pass
 * through.
 */
export class VmError extends Error {
  override readonly name = "VmError";
  readonly status: StatusName;
  /** Number of {@link status}. */
  readonly code: number;
  readonly subStatus: number | undefined;
  readonly abortCode: bigint | undefined;
  readonly abortMessage: string | undefined;
  readonly detail: string | undefined;
  /** True if the error belongs to no instruction, wherever it is raised. */
  readonly placeless: boolean;
  /**
   * The module whose code failed or aborted: `"script"` for the script, undefined when execution had not begun or the error
   * belongs to no code.
   */
  module: ModuleName | "script" | undefined;
  /** Set with {@link module}, but for aborts and errors that name no instruction. */
  location: CodeLocation | undefined;
  /** The calls that were open, innermost first, at most 64 of them; empty for an error that belongs to no code. */
  calls: readonly CodeLocation[] = [];

  constructor(status: StatusName, message: string, details: VmErrorDetails = {}) {
    super(message, details.cause && { cause: details.cause });
    this.status = status;
    this.code = statusCodes[status];
    this.subStatus = details.subStatus;
    this.abortCode = details.abortCode;
    this.abortMessage = details.abortMessage;
    this.detail = details.detail;
    this.placeless = details.placeless ?? false;
  }

  /** The failure that this one stands for, where the ledger tells no more of that than a status; otherwise itself. */
  get origin(): VmError {
    return this.cause instanceof VmError ? this.cause : this;
  }
}

/** An abort: what the Abort instruction and natives raise. */
export function abortError(code: bigint | number, message?: string): VmError {
  return new VmError("ABORTED", `aborted with code ${code}`, { abortCode: BigInt(code), abortMessage: message });
}
