import type { Value } from "../row.ts";

/** A value of a column that follows from those of others, each of them a text. */
export interface ImpliedValue {
  readonly of: readonly string[];
  make(...values: string[]): Value;
}
