import type { Outcome } from "./page.ts";
import type { ShellName } from "./shell.ts";

/** What a machine of the pages is made from. */
export interface Job {
  /** Tells the machines of a run apart. */
  readonly number: number;
  /** A folder that all machines of the run share; the first one makes a user's home there. */
  readonly folder: string;
  /** A checkout that is built, as this machine alone sees it: what is written there stays here. */
  readonly repository: string;
  /** The socket that leads to the registry. */
  readonly registry: string;
  readonly genesis: string;
  readonly waypoint: string;
}

/** To a machine: the next page, and the shells that it is read with. */
export interface Order {
  readonly page: string;
  readonly shells: readonly ShellName[];
}

/** From a machine: it waits for a page, it begins something, or it has read a page. */
export type Report =
  | { readonly kind: "waits" }
  | { readonly kind: "begins"; readonly what: string }
  | { readonly kind: "has read"; readonly outcomes: readonly Outcome[]; readonly seconds: number };
