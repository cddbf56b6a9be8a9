/** Why a chain refused. */
export type LocalChainErrorCode =
  /** The stored ledger began with another genesis. */
  | "foreign_ledger"
  /** A start above version 0 was asked for, and no stored ledger ends right before it. */
  | "cannot_resume"
  /** The stored state does not have the root that the stored head claims. */
  | "state_mismatch";

/** A refusal of the local chain. */
export class LocalChainError extends Error {
  override readonly name = "LocalChainError";
  readonly code: LocalChainErrorCode;

  constructor(code: LocalChainErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
