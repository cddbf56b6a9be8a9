import { readFileSync, writeFileSync } from "node:fs";

/** One request that is repeated, and the answer that the node gave to it. */
export interface Exchange {
  /** Name of the measurement, for the report. */
  readonly work: string;
  readonly method: "GET" | "POST";
  /** Path and query; different for every exchange, so that a peer finds it by this text alone. */
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  /** True if each request has white space of its own after its body, so that no two ask in the same words. */
  readonly isVaried?: boolean;
  /** State values that the answer is made of. */
  readonly reads: readonly StateRead[];
  readonly status: number;
  /** Name, value, name, value; without those that a server of Node adds by itself. */
  readonly headers: readonly string[];
  /** Bytes of the answer as base64. */
  readonly body: string;
}

/** A point read of the store. */
export interface StateRead {
  /** Encoded state key as hex. */
  readonly key: string;
  /** Decimal; absent for the latest version. */
  readonly version: string | undefined;
}

/** Inputs of the peers. */
export interface Plan {
  /** The node's own database. */
  readonly database: string;
  readonly exchanges: readonly Exchange[];
}

/** Hands a plan to the peers. */
export function writePlan(file: string, plan: Plan): void {
  writeFileSync(file, JSON.stringify(plan));
}

/** The plan that a peer was started with: its first argument is the file. */
export function readPlan(): Plan {
  const file = process.argv[2];
  if (file === undefined) throw new Error("the plan is missing");
  return JSON.parse(readFileSync(file, "utf8")) as Plan;
}
