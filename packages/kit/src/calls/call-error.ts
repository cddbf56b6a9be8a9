/** Reasons for which a call has no result. */
export type CallErrorCode =
  /** The other side's function has failed: {@link CallError.remote}. */
  | "failed"
  /** The other side has not answered in time. */
  | "timeout"
  /** The other side has ended, or the connection was closed. */
  | "closed"
  /** As many calls are under way as the connection takes. */
  | "queue_full";

/** An error of the other side, in the parts that cross. */
export interface RemoteFailure {
  readonly name: string;
  readonly message: string;
  /** The error's own `code`, where it is a string. */
  readonly code: string | undefined;
  /** The error's own `details`, as structured clone copies them. */
  readonly details: unknown;
  readonly stack: string | undefined;
}

/** A call to another thread or process that has no result. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly code: CallErrorCode;
  /** The error of the other side; absent unless the code is `failed`. */
  readonly remote: RemoteFailure | undefined;

  constructor(code: CallErrorCode, message: string, options: ErrorOptions & { readonly remote?: RemoteFailure } = {}) {
    super(message, options);
    this.code = code;
    this.remote = options.remote;
    // Where it failed says more than where it was called.
    if (options.remote?.stack !== undefined) this.stack = options.remote.stack;
  }
}

/** The parts of an error that cross to another thread: its class does not. */
export function describeError(error: unknown): RemoteFailure {
  if (!(error instanceof Error))
    return { name: "Error", message: String(error), code: undefined, details: undefined, stack: undefined };
  const { name, message, stack } = error;
  const { code, details } = error as { readonly code?: unknown; readonly details?: unknown };
  return { name, message, stack, code: typeof code === "string" ? code : undefined, details: cloneable(details) };
}

/** A value, if it can cross: one that cannot would take all messages of its turn with it. */
function cloneable(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}
