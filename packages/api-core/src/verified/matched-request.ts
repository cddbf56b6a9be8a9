import type { ApiRequest } from "../contract/api.ts";

/** A request that was matched with an operation. */
export interface MatchedRequest extends ApiRequest {
  readonly operation: string;
  readonly body?: Uint8Array<ArrayBuffer>;
}
