/** Thrown when records cannot be executed again, for a reason that is not theirs. */
export class ReplayError extends Error {
  override readonly name = "ReplayError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
