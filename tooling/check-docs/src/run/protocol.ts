import type { ShellName } from "./shell.ts";

/** Inputs of a machine. All machines of a run share the folder; what others serve for it is at sockets there. */
export interface Job {
  readonly folder: string;
  /** A checkout that is built; a machine of pages sees it without what other machines write there. */
  readonly repository: string;
  /** The file of the ledger that a network publishes. */
  readonly genesis: string;
  readonly waypoint: string;
}

/** To a machine: the next page, and the shells that it is read with. */
export interface Order {
  readonly page: string;
  readonly shells: readonly ShellName[];
}

/** The outcome of a block. */
export interface Outcome {
  readonly page: string;
  readonly line: number;
  /** The kind of block, and its shell. */
  readonly kind: string;
  /** In words; absent when it passed. */
  readonly problem?: string;
}

/** The result of a page, and its cost. */
export interface Reading {
  readonly outcomes: readonly Outcome[];
  readonly seconds: number;
  /** Seconds of the processor, those of the programs that have ended among them. */
  readonly work: number;
}

/** From a machine: it is ready for an order, it begins something, or it has read a page. */
export type Report =
  | { readonly kind: "ready" }
  | { readonly kind: "begins"; readonly what: string }
  | ({ readonly kind: "has read" } & Reading);

/** Reports to the program outside. */
export function tell(report: Report): void {
  process.send!(report);
}
