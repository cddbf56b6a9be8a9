/**
 * Why a store refused, and what it knows of it. The first are answers to readers, of which those about state come from
 * ledgers with a partial base only; {@link StoreFault} is the rest.
 */
export type StoreErrorDetails =
  | {
      readonly code: "version_pruned";
      /** Version that was asked for. */
      readonly requested: bigint;
      /** Oldest version that could have been answered. */
      readonly oldest: bigint;
    }
  | {
      readonly code: "version_not_found";
      /** Version that was asked for. */
      readonly requested: bigint;
      /** Latest version. */
      readonly latest: bigint;
    }
  | {
      /** Of `state_unknown` the value can be fetched; of `state_unavailable` it is lost. */
      readonly code: "state_unknown" | "state_unavailable";
      /** Version that was asked for. */
      readonly requested: bigint;
      /** Encoded state key. */
      readonly key: Uint8Array;
      /** First version that wrote the key; absent when none did. */
      readonly firstWrite: bigint | undefined;
    }
  | {
      readonly code: "listing_unknown";
      /** Version that was asked for. */
      readonly requested: bigint;
      /** The prefix of the listed keys. */
      readonly prefix: Uint8Array;
    }
  | { readonly code: StoreFault };

/** Refusals that say nothing but their code. */
export type StoreFault =
  | "store_empty"
  | "invalid_argument"
  | "wrong_network"
  | "batch_not_contiguous"
  | "batch_invalid"
  | "store_locked"
  | "file_moved"
  | "schema_unsupported"
  | "sqlite_unsupported"
  | "not_a_store"
  | "corrupt"
  | "disk_full"
  | "io_error"
  | "read_only"
  | "access_denied"
  | "unavailable"
  | "lease_lost"
  | "closed";

/** Why a store refused. */
export type StoreErrorCode = StoreErrorDetails["code"];

/**
 * State that a ledger with a partial base does not hold: what `state_unknown` (a value) and `listing_unknown` (an account)
 * say, for callers that can find it out.
 */
export type MissingState =
  | { readonly kind: "value"; readonly version: bigint /** Encoded state key. */; readonly key: Uint8Array }
  | {
      readonly kind: "account";
      readonly version: bigint /** Prefix of the account's keys. */;
      readonly prefix: Uint8Array;
    };

/** Every refusal of a store. The text is for people and may change; the code and its details do not. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  readonly details: StoreErrorDetails;

  constructor(reason: StoreFault | StoreErrorDetails, message: string, options?: ErrorOptions) {
    super(message, options);
    this.details = typeof reason === "string" ? { code: reason } : reason;
    this.code = this.details.code;
  }
}

/** The answer to a read below a watermark. */
export function versionPruned(requested: bigint, oldest: bigint): StoreError {
  const message = `version ${requested} is pruned; the oldest kept version is ${oldest}`;
  return new StoreError({ code: "version_pruned", requested, oldest }, message);
}

/** The answer to a read above the head. */
export function versionNotFound(requested: bigint, latest: bigint): StoreError {
  const message = `version ${requested} does not exist yet; the latest is ${latest}`;
  return new StoreError({ code: "version_not_found", requested, latest }, message);
}

/** The answer to a read of a key of which a partial base says nothing. */
export function stateUnknown(requested: bigint, key: Uint8Array, firstWrite: bigint | undefined): StoreError {
  const message = `the store does not have a state value of version ${requested} yet`;
  return new StoreError({ code: "state_unknown", requested, key: key.slice(), firstWrite }, message);
}

/** The answer to a read of a key whose base value is lost. */
export function stateUnavailable(requested: bigint, key: Uint8Array, firstWrite: bigint | undefined): StoreError {
  const message = `a state value of version ${requested} was pruned by the upstream before it could be fetched`;
  return new StoreError({ code: "state_unavailable", requested, key: key.slice(), firstWrite }, message);
}

/** The answer to a listing that a partial base cannot give. */
export function listingUnknown(requested: bigint, prefix: Uint8Array): StoreError {
  const message = `the store does not have all keys with this prefix at version ${requested} yet`;
  return new StoreError({ code: "listing_unknown", requested, prefix: prefix.slice() }, message);
}

/** The answer to a read before the first commit. */
export function storeEmpty(): StoreError {
  return new StoreError("store_empty", "nothing has been committed yet");
}

/** Refuses a schema that this build does not know. @throws StoreError `schema_unsupported` */
export function expectSchema(found: number, known: number): void {
  if (found === known) return;
  throw new StoreError(
    "schema_unsupported",
    `the store has schema ${found}, and this release knows schema ${known}: run the release that wrote it, or begin a new ledger elsewhere`,
  );
}

/** The answer of a store that was closed. */
export function storeClosed(cause?: unknown): StoreError {
  return new StoreError("closed", "the store is closed", cause === undefined ? undefined : { cause });
}

/** The refusal of a base for a ledger that has one, or records. */
export function alreadyBegun(): StoreError {
  return new StoreError("invalid_argument", "the ledger has already begun");
}

/** The refusal of base values without a base, or for a whole base after the first commit. */
export function noBaseValues(): StoreError {
  return new StoreError("invalid_argument", "the ledger does not accept base values");
}

/** The refusal to complete an account of a ledger whose state is known as a whole. */
export function noPartialBase(): StoreError {
  return new StoreError("invalid_argument", "the ledger has no partial base");
}

/** The refusal to complete an account at a version that the ledger does not have. */
export function outsideLedger(version: bigint | number): StoreError {
  return new StoreError("invalid_argument", `version ${version} is not in the ledger`);
}
