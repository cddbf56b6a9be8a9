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

/** Code of an answer that its proof does not lead to. */
export const notVerified = "not_verified";

/** The message of a refusal. */
export function stepText(step: string, fault: string): string {
  return `Step “${step}”: ${fault}`;
}

/** The step at which a proof does not hold; `undefined` for other errors. The class of such an error is loaded with the proofs. */
export function refusedStep(error: unknown): string | undefined {
  const { code, step } = (error ?? {}) as { readonly code?: unknown; readonly step?: unknown };
  return code === notVerified && typeof step === "string" ? step : undefined;
}

/** Whatever was thrown, as something to show. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof ClientError) return new ApiFailure(error.status, error.code, error.message);
  const step = refusedStep(error);
  if (step !== undefined)
    return new ApiFailure(0, notVerified, stepText(step, (error as Error).message.slice(step.length + 2)));
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
