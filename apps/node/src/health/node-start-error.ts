import type { ListenAddress } from "../config/listen-address.ts";

/** The node could not start, or its ledger could not be taken: the text is for the person at the terminal. */
export class NodeStartError extends Error {
  override readonly name = "NodeStartError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The refusal of an address that the system does not let the node listen on. */
export function cannotListen({ host, port }: ListenAddress, cause: unknown, option = "--listen"): NodeStartError {
  const reason = (cause as NodeJS.ErrnoException).code ?? "unknown";
  const message = `cannot listen on ${host}:${port} (${reason}); choose another with ${option}`;
  return new NodeStartError("cannot_listen", message, { cause });
}
