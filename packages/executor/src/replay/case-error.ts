/** Codes of {@link CaseError}. */
export type CaseErrorCode =
  /** The bytes are no case, or one that says nothing. */
  | "malformed_case"
  /** The case would be larger than {@link maxCaseBytes}. */
  | "case_too_large"
  /** Something is read that was not read when the case was recorded. */
  | "not_in_case";

/** Thrown for a case that cannot be made, or cannot be used. */
export class CaseError extends Error {
  override readonly name = "CaseError";
  readonly code: CaseErrorCode;

  constructor(code: CaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
