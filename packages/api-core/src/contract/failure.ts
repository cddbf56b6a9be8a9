import { JsonWriter } from "@ledger/move";
import { StoreError } from "@ledger/state-store";
import { HostError } from "@ledger/vm";
import { ApiError, versionNotFound, versionPruned } from "./error.ts";

/**
 * Turns anything thrown while answering into the client's error. Only an {@link ApiError} speaks for itself, and
 * a read that pruning overtook; the rest is a fixed sentence, with the story in `cause`.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreError) {
    const { details } = error;
    if (details.code === "version_pruned") return versionPruned(details.requested, details.oldest);
    if (details.code === "version_not_found") return versionNotFound(details.requested, details.latest);
  }
  if (error instanceof StoreError && error.code === "unavailable") return ledgerUnavailable(error);
  if (error instanceof StoreError && error.code === "corrupt") {
    const message =
      "the node's ledger is damaged where the answer would come from (corrupt); its log says where, and what to do";
    return new ApiError("internal_error", message, { cause: error });
  }
  return new ApiError(
    "internal_error",
    "the node could not answer because of an internal fault; its log has the details",
    // What the machine does not know of newer code, another node may.
    { cause: error, isUnknownHere: error instanceof HostError && error.code !== "session_closed" },
  );
}

/** The answer while the ledger cannot be read. */
export function ledgerUnavailable(cause?: unknown): ApiError {
  return new ApiError(
    "internal_error",
    "the ledger cannot be read yet: the node is starting or its store is not available",
    {
      status: 503,
      cause,
    },
  );
}

/** The answer while nothing of the ledger may be served, because it cannot be trusted. */
export function ledgerWithheld(reason: string): ApiError {
  return new ApiError("internal_error", `this node does not serve its ledger: ${reason}`, { status: 503 });
}

/**
 * Appends a refusal: why, and its code.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.6 | Specification, REST API 1.6}
 */
export function writeError(output: JsonWriter, { message, code, vmErrorCode }: ApiError): void {
  output.beginObject().members({ message, error_code: code });
  if (vmErrorCode === undefined) output.members({ vm_error_code: null });
  else output.member("vm_error_code").bareInteger(vmErrorCode);
  output.endObject();
}

/** The body of a refusal, as text. */
export function errorBody(error: ApiError): string {
  const output = new JsonWriter({ capacity: 256 });
  writeError(output, error);
  return output.text();
}

/** The message of an error, for a message that quotes it. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "invalid";
}
