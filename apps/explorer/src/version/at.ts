/** A ledger version as decimal text; `undefined` is the latest. */
export type At = string | undefined;
