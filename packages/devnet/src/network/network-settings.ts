import type { LocalAccount } from "@ledger/local-chain";
import type { Mining } from "../inputs/values.ts";
import type { CodeReport } from "./code-report.ts";
import type { LocalFork } from "./local-fork.ts";
import type { NetworkApiOptions } from "./open-endpoints.ts";

/** The settings that a network is made with. */
export interface NetworkSettings {
  readonly accounts: readonly LocalAccount[];
  readonly api: NetworkApiOptions | undefined;
  readonly mining: Mining;
  readonly seed: string;
  readonly fork: LocalFork | undefined;
  readonly report: CodeReport | undefined;
  /** Versions of history that are kept; `undefined` for all. */
  readonly history: number | undefined;
}
