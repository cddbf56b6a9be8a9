/** Why a store refused. `version_pruned` and `version_not_found` are answers to readers; the rest are faults. */
export type StoreErrorCode =
  | "version_pruned"
  | "version_not_found"
  | "store_empty"
  | "invalid_argument"
  | "wrong_network"
  | "batch_not_contiguous"
  | "batch_invalid"
  | "store_locked"
  | "schema_unsupported"
  | "sqlite_unsupported"
  | "not_a_store"
  | "corrupt"
  | "disk_full"
  | "io_error"
  | "read_only"
  | "closed";

/** What a {@link StoreError} knows beside its code. */
export interface StoreErrorContext {
  /** Version that was asked for. */
  readonly requested?: bigint | undefined;
  /** Oldest version that could have been answered, with `version_pruned`. */
  readonly oldest?: bigint | undefined;
  /** Latest version, with `version_not_found`. */
  readonly latest?: bigint | undefined;
  readonly cause?: unknown;
}

/** Every refusal of a store. The text is for people and may change; the code does not. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  readonly requested: bigint | undefined;
  readonly oldest: bigint | undefined;
  readonly latest: bigint | undefined;

  constructor(code: StoreErrorCode, message: string, context: StoreErrorContext = {}) {
    super(message, "cause" in context ? { cause: context.cause } : undefined);
    this.code = code;
    this.requested = context.requested;
    this.oldest = context.oldest;
    this.latest = context.latest;
  }
}

/** The answer to a read below a watermark. */
export function versionPruned(requested: bigint, oldest: bigint): StoreError {
  return new StoreError("version_pruned", `version ${requested} is pruned; the oldest kept version is ${oldest}`, {
    requested,
    oldest,
  });
}

/** The answer to a read above the head. */
export function versionNotFound(requested: bigint, latest: bigint): StoreError {
  return new StoreError("version_not_found", `version ${requested} does not exist yet; the latest is ${latest}`, {
    requested,
    latest,
  });
}
