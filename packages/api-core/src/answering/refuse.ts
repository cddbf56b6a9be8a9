import type { ApiResponse } from "../contract/api.ts";
import { errorBody, toApiError } from "../contract/failure.ts";
import { jsonContentType } from "../contract/media-type.ts";
import { TooLargeHere } from "../contract/work.ts";
import { noStore, vary } from "./caching.ts";
import type { Services } from "./services.ts";
import type { Snapshot } from "./snapshots.ts";

/**
 * Makes the answer for whatever was thrown while a request was answered.
 *
 * @throws TooLargeHere which is no fault: the answer is made elsewhere
 */
export function refuse({ headersOf }: Services, thrown: unknown, { ledger }: Snapshot): ApiResponse {
  if (thrown instanceof TooLargeHere) throw thrown;
  const error = toApiError(thrown);
  const headers = {
    ...(ledger === undefined ? {} : headersOf(ledger)),
    Vary: vary,
    "Cache-Control": noStore,
    ...error.headers,
    "Content-Type": jsonContentType,
  };
  return { status: error.status, headers, body: errorBody(error), error };
}
