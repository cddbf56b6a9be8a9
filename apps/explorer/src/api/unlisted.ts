import { ClientError } from "@ledger/api-core/client";

/** True for the refusal of a list by a node that has no index of tables, or of another make. */
export function isUnlisted(error: unknown): boolean {
  return error instanceof ClientError && (error.status === 403 || error.status === 404);
}
