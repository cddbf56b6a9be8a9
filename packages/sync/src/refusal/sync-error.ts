/**
 * Why a ledger was refused.
 *
 * - `wrong_network`: the source serves another network than the store holds, or than was configured
 * - `wrong_waypoint`: the recomputed waypoint is not the trusted one
 * - `invalid_genesis`: the bytes are not one direct genesis transaction that a node can start from
 * - `invalid_record`: a part of a record does not decode
 * - `hash_mismatch`: a part of a record is not what the hashes over it say; `field` names it
 * - `not_contiguous`: a source yielded another version than the next one
 * - `invalid_block`: block shape, height, epoch or time contradict the ledger so far; `field` names which
 * - `block_too_large`: a block exceeds the bounds on open blocks
 * - `gap`: no upstream holds the next version any more
 * - `diverged`: upstreams serve different histories, or one serves another history than the stored one; the version is the first
 *   at which they differ
 * - `untrusted`: upstreams that had to agree differ in what is stored already, so it is unclear which history is the ledger's
 * - `unconfirmed`: fewer upstreams answer than must agree on a record
 * - `upstream_unsupported`: no upstream can serve records in BCS
 * - `upstream_rejected`: an upstream refused the request itself (credentials, parameters)
 * - `invalid_backup`: a manifest, chunk or proof of a backup is malformed or inconsistent
 * - `invalid_signature`: a ledger info is not signed by a quorum of its epoch
 * - `too_large`: a file or body is longer than its bound
 * - `unreadable`: a file or URL could not be read
 * - `invalid_waypoint`: a text is not `version:hash`
 * - `waypoint_unreachable`: the ledger has no source that leads to the version of the waypoint
 * - `store_damaged`: a stored ledger does not answer what its own records say, or its parts contradict each other
 * - `state_incomplete`: state roots were to be checked of a ledger that knows only some of its state
 */
export type SyncErrorCode =
  | "wrong_network"
  | "wrong_waypoint"
  | "invalid_genesis"
  | "invalid_record"
  | "hash_mismatch"
  | "not_contiguous"
  | "invalid_block"
  | "block_too_large"
  | "gap"
  | "diverged"
  | "untrusted"
  | "unconfirmed"
  | "upstream_unsupported"
  | "upstream_rejected"
  | "invalid_backup"
  | "invalid_signature"
  | "too_large"
  | "unreadable"
  | "invalid_waypoint"
  | "waypoint_unreachable"
  | "store_damaged"
  | "state_incomplete";

/** The facts of an error besides its code. Values are text for people: hashes as hex, numbers in decimal. */
export interface SyncErrorDetails {
  /** Ledger version that the error is about. */
  readonly version?: bigint | undefined;
  /** Part of the record or block that is wrong, e.g. `state_change_hash`. */
  readonly field?: string | undefined;
  /** The value that the ledger so far, the trusted input or the record's own claim requires. */
  readonly expected?: string | undefined;
  /** The value that was found or recomputed. */
  readonly actual?: string | undefined;
  readonly cause?: unknown;
}

/** A ledger that was refused, or could not be obtained. Nothing of what it is about was written. */
export class SyncError extends Error {
  override readonly name = "SyncError";
  readonly code: SyncErrorCode;
  readonly version: bigint | undefined;
  readonly field: string | undefined;
  readonly expected: string | undefined;
  readonly actual: string | undefined;

  constructor(code: SyncErrorCode, message: string, details: SyncErrorDetails = {}) {
    super(describe(message, details), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.version = details.version;
    this.field = details.field;
    this.expected = details.expected;
    this.actual = details.actual;
  }
}

function describe(message: string, { version, expected, actual }: SyncErrorDetails): string {
  const place = version === undefined ? "" : `version ${version}: `;
  const values = [expected && `expected ${expected}`, actual && `found ${actual}`].filter(Boolean).join(", ");
  return `${place}${message}${values === "" ? "" : `: ${values}`}`;
}
