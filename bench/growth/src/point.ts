import type { Figures } from "./measure.ts";

/** The figures of one store at one size. */
export interface Point extends Figures {
  readonly store: string;
  /** How often a key was written, on average. */
  readonly history: number;
  /** Rows of state. */
  readonly rows: number;
}
