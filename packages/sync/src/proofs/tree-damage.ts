import { StoreError } from "@ledger/state-store";
import { SyncError } from "../refusal/sync-error.ts";

/** True for what a damaged tree leads to. */
export function isDamage(error: unknown): error is SyncError | StoreError {
  return (
    (error instanceof SyncError && error.code === "hash_mismatch") ||
    (error instanceof StoreError && error.code === "corrupt")
  );
}
