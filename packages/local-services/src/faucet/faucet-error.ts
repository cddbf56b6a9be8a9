import type { ServiceResponse } from "../http-service.ts";

/** Statuses of the refusals of a faucet, by code. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#7.3 | Specification, execution 7.3} */
const statuses = {
  InvalidRequest: 400,
  EndpointNotEnabled: 400,
  TransactionFailed: 403,
  AssetDisabled: 410,
  ServerOverloaded: 503,
  FunderAccountProblem: 503,
  Internal: 500,
} as const;

/** Why a faucet does not fund. */
export type FaucetErrorCode = keyof typeof statuses;

/** A refusal of the faucet; its message is for the client. */
export class FaucetError extends Error {
  override readonly name = "FaucetError";
  readonly code: FaucetErrorCode;

  constructor(code: FaucetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The answer that a refusal is: JSON, or plain text as older clients read it. */
export function refusalOf({ code, message }: FaucetError, format: "json" | "text"): ServiceResponse {
  const status = statuses[code];
  const headers: Record<string, string> = status === 503 ? { "Retry-After": "1" } : {};
  const { headers: type, body } = write(code, message, format);
  return { status, headers: { ...headers, ...type }, body };
}

/** A refusal that a server makes in place of the faucet, as its clients read it. */
export function faultOf(
  status: number,
  message: string,
  format: "json" | "text",
): Pick<ServiceResponse, "headers" | "body"> {
  const isBusy = status === 503 || status === 429;
  return write(isBusy ? "ServerOverloaded" : status < 500 ? "InvalidRequest" : "Internal", message, format);
}

function write(
  code: FaucetErrorCode,
  message: string,
  format: "json" | "text",
): Pick<ServiceResponse, "headers" | "body"> {
  if (format === "text") return { headers: { "Content-Type": "text/plain; charset=utf-8" }, body: message };
  const body = { message, error_code: code, rejection_reasons: [], txn_hashes: [] };
  return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}
