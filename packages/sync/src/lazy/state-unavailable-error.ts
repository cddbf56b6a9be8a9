/** State of a partly known ledger that nobody can tell, or not yet. The text is for people. */
export class StateUnavailableError extends Error {
  override readonly name = "StateUnavailableError";
}
