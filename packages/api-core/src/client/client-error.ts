import type { ErrorCode } from "@ledger/types";
import { parseExactJson } from "./exact-json.ts";
import type { LedgerState } from "./ledger-state.ts";

/** A code of the API, or `unexpected_answer` for an answer that is not one of the API's. */
export type ClientErrorCode = ErrorCode | "unexpected_answer";

/** A refused call, or an answer that cannot be read. Faults of the network stay those that `fetch` throws. */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly code: ClientErrorCode;
  /** HTTP status of the answer. */
  readonly status: number;
  /** The ledger that the refusal was decided on. */
  readonly ledger: LedgerState | undefined;
  /** The virtual machine's own code, when it refused. */
  readonly vmErrorCode: bigint | undefined;

  constructor(
    code: ClientErrorCode,
    message: string,
    options: ErrorOptions & {
      readonly status: number;
      readonly ledger?: LedgerState | undefined;
      readonly vmErrorCode?: bigint | undefined;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.ledger = options.ledger;
    this.vmErrorCode = options.vmErrorCode;
  }
}

/** Reads the body of a refusal: the API's own form, or what a gateway before it says. */
export function readRefusal(status: number, text: string, ledger: LedgerState | undefined): ClientError {
  let body: unknown;
  try {
    body = parseExactJson(text);
  } catch (cause) {
    return new ClientError("unexpected_answer", `status ${status}, not from the API`, { status, ledger, cause });
  }
  const { error_code: code, message, vm_error_code: vmCode } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof code !== "string" || typeof message !== "string") {
    return new ClientError("unexpected_answer", `status ${status}, not from the API`, { status, ledger });
  }
  const vmErrorCode = typeof vmCode === "bigint" || Number.isInteger(vmCode) ? BigInt(vmCode as number) : undefined;
  // A newer node may know codes that this client's types do not list.
  return new ClientError(code as ErrorCode, message, { status, ledger, vmErrorCode });
}
