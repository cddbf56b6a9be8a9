/**
 * Why a store refused. The first five are answers to readers, of which the last three come from ledgers with a partial
 * base only; the rest are faults.
 */
export type StoreErrorCode =
  | "version_pruned"
  | "version_not_found"
  | "state_unknown"
  | "state_unavailable"
  | "listing_unknown"
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
  /** Encoded key that is not known, or prefix whose listing is not, with the `state_` and `listing_` codes. */
  readonly key?: Uint8Array | undefined;
  /** First version that wrote the key, with `state_unknown` and `state_unavailable`; absent when none did. */
  readonly firstWrite?: bigint | undefined;
  readonly cause?: unknown;
}

/**
 * State that a ledger with a partial base does not hold: what `state_unknown` (a value) and `listing_unknown` (an account)
 * say, for those who can find it out.
 */
export type MissingState =
  | { readonly kind: "value"; readonly version: bigint /** Encoded state key. */; readonly key: Uint8Array }
  | {
      readonly kind: "account";
      readonly version: bigint /** Prefix of the account's keys. */;
      readonly prefix: Uint8Array;
    };

/** Every refusal of a store. The text is for people and may change; the code does not. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  readonly requested: bigint | undefined;
  readonly oldest: bigint | undefined;
  readonly latest: bigint | undefined;
  readonly key: Uint8Array | undefined;
  readonly firstWrite: bigint | undefined;

  constructor(code: StoreErrorCode, message: string, context: StoreErrorContext = {}) {
    super(message, "cause" in context ? { cause: context.cause } : undefined);
    this.code = code;
    this.requested = context.requested;
    this.oldest = context.oldest;
    this.latest = context.latest;
    this.key = context.key;
    this.firstWrite = context.firstWrite;
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

/** The answer to a read of a key of which a partial base says nothing. */
export function stateUnknown(requested: bigint, key: Uint8Array, firstWrite: bigint | undefined): StoreError {
  return new StoreError("state_unknown", `a state value of version ${requested} is not known here`, {
    requested,
    key: key.slice(),
    firstWrite,
  });
}

/** The answer to a read of a key whose base value is lost. */
export function stateUnavailable(requested: bigint, key: Uint8Array, firstWrite: bigint | undefined): StoreError {
  return new StoreError(
    "state_unavailable",
    `a state value of version ${requested} was lost before it was known here`,
    {
      requested,
      key: key.slice(),
      firstWrite,
    },
  );
}

/** The answer to a listing that a partial base cannot give. */
export function listingUnknown(requested: bigint, prefix: Uint8Array): StoreError {
  return new StoreError("listing_unknown", `not all keys of version ${requested} that begin so are known here`, {
    requested,
    key: prefix.slice(),
  });
}
