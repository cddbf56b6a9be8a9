import { ClientError } from "@ledger/api-core/client";

/** A refusal of the API, or what stands in for one when the node cannot be reached. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** `error_code` of the answer. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether what was asked for existed once and is pruned now. */
  get pruned(): boolean {
    return this.status === 410;
  }
}

/** Whatever was thrown, as something to show. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof ClientError) return new ApiFailure(error.status, error.code, error.message);
  return new ApiFailure(0, "unexpected", String(error));
}
