/** State of a partly known ledger that cannot be found out, or not yet. The text is for people. */
export class StateUnavailableError extends Error {
  override readonly name = "StateUnavailableError";
}
