import type { ErrorCode } from "@ledger/types";

/**
 * The statuses of every public error code; the first is the usual one. A code without a status does not compile.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.7 | Specification, REST API 1.7}
 */
export const errorStatus = {
  account_not_found: [404],
  resource_not_found: [404],
  module_not_found: [404],
  struct_field_not_found: [404],
  version_not_found: [404],
  transaction_not_found: [404],
  table_item_not_found: [404],
  block_not_found: [404],
  state_value_not_found: [404],
  version_pruned: [410],
  block_pruned: [410],
  invalid_input: [400, 403],
  invalid_transaction_update: [400],
  sequence_number_too_old: [400],
  vm_error: [400],
  rejected_by_filter: [403],
  health_check_failed: [503],
  mempool_is_full: [507],
  internal_error: [500, 503],
  web_framework_error: [400, 403, 404, 405, 408, 411, 413, 415, 417, 429, 431, 503],
  bcs_not_supported: [400],
  api_disabled: [403],
} as const satisfies Readonly<Record<ErrorCode, readonly [number, ...number[]]>>;

/** A status that the given code may be answered with. */
export type StatusOf<Code extends ErrorCode> = (typeof errorStatus)[Code][number];

/** Details of an {@link ApiError}. */
export interface ApiErrorOptions<Code extends ErrorCode> extends ErrorOptions {
  /** The usual status of the code when absent. */
  readonly status?: StatusOf<Code>;
  /** The virtual machine's own code, u64. */
  readonly vmErrorCode?: bigint;
  /** Headers that belong to the refusal, e.g. `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the question has an answer that only another node may know; `false` when absent. */
  readonly isUnknownHere?: boolean;
}

/** A refusal for the client. Its message holds only what the client may read; `cause` stays in the node. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ApiError";
  readonly code: Code;
  readonly status: number;
  readonly vmErrorCode: bigint | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** True if the question has an answer that only another node may know. */
  readonly isUnknownHere: boolean;

  constructor(code: Code, message: string, options: ApiErrorOptions<Code> = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? errorStatus[code][0];
    this.vmErrorCode = options.vmErrorCode;
    this.headers = options.headers ?? {};
    this.isUnknownHere = options.isUnknownHere ?? false;
  }
}

/** No route has this path. @param reason - why, where more is known */
export function routeNotFound(reason = "no route has this path"): ApiError {
  return new ApiError("web_framework_error", `not found: ${reason}`, { status: 404 });
}

/** The path exists with other methods. @param allowed - e.g. `["GET", "HEAD"]`, sent as `Allow` */
export function methodNotAllowed(method: string, allowed: readonly string[]): ApiError {
  return new ApiError("web_framework_error", `method not allowed: ${method.slice(0, 20)}`, {
    status: 405,
    headers: { Allow: allowed.join(", ") },
  });
}

/** A CORS preflight asked for a method that no route has. */
export function requestMethodNotAllowed(): ApiError {
  return new ApiError("web_framework_error", "the method in Access-Control-Request-Method is not allowed", {
    status: 403,
  });
}

/** A body arrived without `Content-Length`. */
export function lengthRequired(): ApiError {
  return new ApiError("web_framework_error", "the Content-Length header is missing", { status: 411 });
}

/** The body is larger than the limit. @param limit - bytes */
export function payloadTooLarge(limit: number): ApiError {
  return new ApiError("web_framework_error", `payload too large: more than ${limit} bytes`, { status: 413 });
}

/** The request did not arrive in time. */
export function requestTimeout(): ApiError {
  return new ApiError("web_framework_error", "the request did not arrive in time", { status: 408 });
}

/** Too much is under way already, here or for this client. */
export function overloaded(): ApiError {
  return new ApiError("web_framework_error", "the node is busy: it is handling too many requests of this kind", {
    status: 503,
    headers: { "Retry-After": "1" },
  });
}

/** The client holds as many connections as it may. */
export function tooManyConnections(): ApiError {
  return new ApiError(
    "web_framework_error",
    "too many connections from this address: raise --max-connections to allow more",
    {
      status: 503,
      headers: { "Retry-After": "1" },
    },
  );
}

/** The request names a host that this node does not answer for. */
export function hostNotAllowed(): ApiError {
  return new ApiError(
    "web_framework_error",
    "this node does not serve the host name of this request; add it with --allow-host",
    {
      status: 403,
    },
  );
}

/** A preflight, or a request that may change something, came from a page of an origin that is not allowed. */
export function originNotAllowed(): ApiError {
  return new ApiError(
    "web_framework_error",
    "pages of this origin may not use this node; add the origin with --allow-origin",
    {
      status: 403,
    },
  );
}

/** The request expects something of the server that HTTP does not have. */
export function expectationFailed(): ApiError {
  return new ApiError("web_framework_error", "this node does not support what the Expect header asks for", {
    status: 417,
  });
}

/** The head of the request is larger than the server reads. */
export function headersTooLarge(): ApiError {
  return new ApiError("web_framework_error", "the request's headers are too large", { status: 431 });
}

/** The request is malformed in a way that no route can see, e.g. broken percent-encoding in the path. */
export function badRequest(fault: string): ApiError {
  return new ApiError("web_framework_error", fault, { status: 400 });
}

/** The answer to a version above the latest. */
export function versionNotFound(requested: bigint, latest: bigint): ApiError {
  return new ApiError("version_not_found", `ledger version ${requested} is not found: the latest is ${latest}`);
}

/** The answer to a version below the watermark. */
export function versionPruned(requested: bigint, oldest: bigint): ApiError {
  return new ApiError("version_pruned", `ledger version ${requested} is pruned: the oldest is ${oldest}`, {
    isUnknownHere: true,
  });
}
