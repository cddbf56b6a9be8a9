import type { StatusName } from "../status/status-code.ts";
import { VmError } from "../status/vm-error.ts";

/** The error that publishing code, or sending it as a script, ends in. */
export function refused(status: StatusName, message: string): VmError {
  return new VmError(status, message);
}
