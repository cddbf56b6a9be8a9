import type { CommonTables, CompiledModule, Instruction } from "@ledger/move";
import type { StatusName } from "../status/status-code.ts";
import { VmError } from "../status/vm-error.ts";

/** The error that publishing code, or sending it as a script, ends in. */
export function refused(status: StatusName, message: string): VmError {
  return new VmError(status, message);
}

/** Code to verify: of a module's function, or of a script. */
export interface CodeToVerify {
  readonly tables: CommonTables;
  /** Undefined for a script. */
  readonly module: CompiledModule | undefined;
  readonly code: readonly Instruction[];
  /** Parameters and locals. */
  readonly locals: number;
}
