/**
 * The part of an answer that does not hold, in the order in which parts are examined: from what is trusted to the value.
 *
 * - `request`: no proof covers what was asked for, or the node has none
 * - `vouching`: the node that is trusted vouches for nothing, or not for the state of that version
 * - `agreement`: the nodes that vouch for roots do not agree, or too few of them answer
 * - `age`: what is proved is older than wanted
 * - `signature`: the ledger info is missing, malformed, or not signed by a quorum of its epoch
 * - `info`: the transaction info does not decode, is of an unknown variant, has no state root, or is of a later version than asked
 * - `accumulator`: the transaction info is not in the trusted ledger at its version
 * - `state`: keys, values and siblings do not lead to the state root of the transaction info
 * - `value`: a key is missing, a key was not asked for, or a value does not decode
 */
export type VerificationStep =
  | "request"
  | "vouching"
  | "agreement"
  | "age"
  | "signature"
  | "info"
  | "accumulator"
  | "state"
  | "value";

/** Facts of a {@link VerificationError} besides its step. */
export interface VerificationErrorOptions extends ErrorOptions {
  /** The request whose answer was refused: method and address. */
  readonly request?: string | undefined;
}

/** An answer that does not hold. Nothing of it may be used. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
  readonly code = "not_verified";
  /** The first part that does not hold. */
  readonly step: VerificationStep;
  /** The request whose answer was refused, where there was one. */
  readonly request: string | undefined;

  constructor(step: VerificationStep, message: string, options: VerificationErrorOptions = {}) {
    super(`${step}: ${message}`, options);
    this.step = step;
    this.request = options.request;
  }

  /** The same, of an answer to a request. */
  of(request: string): VerificationError {
    const message = `${this.message.slice(this.step.length + 2)} (${request})`;
    return new VerificationError(this.step, message, { request, cause: this });
  }
}

/**
 * Runs one step of a verification; whatever its input makes it throw is a fault of that step.
 *
 * @throws {@link VerificationError} of the step
 */
export function inStep<T>(step: VerificationStep, subject: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof VerificationError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new VerificationError(step, `${subject}: ${reason}`, { cause });
  }
}
