/** Why the development ledger refused. */
export type DevnetErrorCode =
  /** A module declaration, a resource or a function that the package itself names does not fit: a defect of the package. */
  | "invalid_definition"
  /** The stored ledger was not made by this development ledger (of this release). */
  | "foreign_ledger"
  /** A start in the middle was asked for, and no stored ledger ends right before it. */
  | "cannot_resume"
  /** The stored state does not have the root that the stored head claims. */
  | "state_mismatch";

/** A refusal of the development ledger. */
export class DevnetError extends Error {
  override readonly name = "DevnetError";
  readonly code: DevnetErrorCode;

  constructor(code: DevnetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
