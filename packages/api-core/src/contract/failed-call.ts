/** Code that a request has had run, for logs. Plain data. */
export interface RequestedCall {
  /** Purpose of the request. */
  readonly kind: "view" | "simulation" | "submission";
  /** E.g. `0x1::coin::balance`; `script` and other kinds of payloads where no function is named. */
  readonly function: string;
  /** Address of who sends, where it is a transaction. */
  readonly sender?: string | undefined;
}

/** The same, where it failed. */
export interface FailedCall extends RequestedCall {
  /** In words. */
  readonly reason: string;
}
