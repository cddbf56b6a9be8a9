/** The node could not start, or its ledger could not be taken: the text is for the person at the terminal. */
export class NodeStartError extends Error {
  override readonly name = "NodeStartError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
