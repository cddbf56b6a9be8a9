/** Why no block can be made: never the fault of a user's transaction. */
export type BlockErrorCode = "prologue_failed" | "invalid_state" | "not_certified";

/** Thrown when a block cannot be executed. */
export class BlockError extends Error {
  override readonly name = "BlockError";
  readonly code: BlockErrorCode;

  constructor(code: BlockErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
