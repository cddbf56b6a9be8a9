/**
 * The host cannot go on: never an outcome of the program. `native_not_implemented` names the native; `unsupported` a rule that
 * this machine does not know.
 */
export type HostErrorCode = "native_not_implemented" | "unsupported" | "session_closed";

/** Thrown by the machine for what is no outcome of Move code. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly code: HostErrorCode;
  /** The native or rule in question. */
  readonly subject: string;

  constructor(code: HostErrorCode, subject: string, message: string) {
    super(message);
    this.code = code;
    this.subject = subject;
  }
}
