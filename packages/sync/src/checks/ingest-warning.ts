import type { SyncError } from "../refusal/sync-error.ts";

/**
 * Something that was accepted although a person may want to know of it.
 *
 * - `opaque_transaction`: a transaction kind that this release cannot decode; its hash is verified, its bytes are kept
 * - `event_root`: the events are not those of the transaction info (only with `eventRoots: "warn"`); they are kept as received
 * - `refused`: the source yielded something that was refused, and is asked again
 */
export type IngestWarning =
  | { readonly kind: "opaque_transaction"; readonly version: bigint }
  | { readonly kind: "event_root"; readonly version: bigint; readonly expected: string; readonly actual: string }
  | { readonly kind: "refused"; readonly error: SyncError };
