/** Longest time for a node that failed to tell those who are connected, milliseconds: slow clients must not keep its supervisor from seeing it. */
export const farewell = 2_000;

/** A node that was running and cannot go on: it ends with an exit code that its supervisor sees. */
export class NodeFailure extends Error {
  override readonly name = "NodeFailure";
  readonly code: string;

  /** @param message - for the person who looks at the log */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
