/** Why a fork cannot be had, or cannot go on. */
export type ForkErrorCode =
  /** The request names no fork: an address that is none, no version where one is needed. */
  | "invalid_request"
  /** The upstream does not answer, or asks to be left alone for longer than the fork may wait. */
  | "unreachable"
  /** The upstream refuses: credentials, a route that it does not serve, a redirection. */
  | "refused"
  /** The upstream has forgotten the version. */
  | "version_pruned"
  /** The upstream has not reached the version. */
  | "version_ahead"
  /** The answers of the upstream contradict each other, or do not decode. */
  | "untrustworthy"
  /** The cache does not have it, and the fork is offline. */
  | "not_cached"
  /** The cache was made of another ledger. */
  | "cache_of_another_ledger"
  /** The cache is no file of this kind, is damaged, or cannot be written. */
  | "cache_unusable";

/** Further facts of a {@link ForkError}. */
export interface ForkErrorDetails {
  /** The item of the state, for people. */
  readonly item?: string | undefined;
  /** The oldest version that the upstream has, where that is the matter. */
  readonly oldestVersion?: bigint | undefined;
  readonly cause?: unknown;
}

/** A fork that cannot be had, or cannot go on. */
export class ForkError extends Error {
  override readonly name = "ForkError";
  readonly code: ForkErrorCode;
  /** The item of the state that could not be read, for people, e.g. `the module 0x1::coin`. */
  readonly item: string | undefined;
  /** The oldest version that the upstream has, of `version_pruned`. */
  readonly oldestVersion: bigint | undefined;

  constructor(code: ForkErrorCode, message: string, { item, oldestVersion, cause }: ForkErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.item = item;
    this.oldestVersion = oldestVersion;
  }
}
