import { ClientError } from "@ledger/api-core/client";

/** A refusal of the API, or its replacement when the node cannot be reached. */
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

  /** True when the thing existed once and is pruned now. */
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

/** The refusal that an answer without success is. @param text - its body */
export function refusal(status: number, text: string): ApiFailure {
  try {
    const { error_code, message } = JSON.parse(text) as { error_code?: unknown; message?: unknown };
    if (typeof error_code === "string" && typeof message === "string") {
      return new ApiFailure(status, error_code, message);
    }
  } catch {
    // Not from the API: see below.
  }
  return new ApiFailure(status, "unexpected_answer", "This answer does not come from the API.");
}
