import type { PruneWindows } from "@ledger/state-store";
import { Option } from "commander";
import { parseCount, parseSize, parseTimeSpan } from "./parse-values.ts";

/** How much history is kept below the latest version. What is absent or 0 keeps everything; of several, the tightest counts. */
export interface RetentionOptions {
  /** Versions of state. */
  readonly stateWindow?: bigint | undefined;
  /** Versions of ledger records; as the state when absent. */
  readonly ledgerWindow?: bigint | undefined;
  /** Time of state, microseconds. */
  readonly timeWindow?: bigint;
  /** Bytes that the ledger may fill, with its state tree and its index. */
  readonly diskBudget?: number;
}

/** The options of every command that prunes. */
export function retentionOptions(): Option[] {
  return [
    new Option("--state-window <versions>", "versions of state kept before the latest; 0 keeps all")
      .env("LEDGER_STATE_WINDOW")
      .argParser(parseCount),
    new Option("--ledger-window <versions>", "versions of transactions kept before the latest; 0 keeps all")
      .env("LEDGER_LEDGER_WINDOW")
      .argParser(parseCount),
    new Option("--time-window <span>", "time span of state kept before the latest block, such as 36h")
      .env("LEDGER_TIME_WINDOW")
      .argParser(parseTimeSpan),
    new Option("--disk-budget <size>", "maximum size of the ledger with its state tree and index, such as 20GiB")
      .env("LEDGER_DISK_BUDGET")
      .argParser(parseSize),
  ];
}

/** Returns true if a window is given, also one that keeps everything. */
export function hasWindow({ stateWindow, ledgerWindow, timeWindow, diskBudget }: RetentionOptions): boolean {
  const windows: Record<keyof RetentionOptions, unknown> = { stateWindow, ledgerWindow, timeWindow, diskBudget };
  return Object.values(windows).some((window) => window !== undefined);
}

const aDay = { timeUsecs: 86_400_000_000n };

/**
 * How much of its history the local network keeps by default: a day, so that links to transactions last, unless it would fill a disk. A
 * server's disk is not known.
 */
export const localWindows: Readonly<Record<"sqlite" | "postgres", PruneWindows>> = {
  sqlite: { ...aDay, diskBytes: 10 * 2 ** 30 },
  postgres: aDay,
};

/** The windows of the store. @param defaults - those that hold when no window at all is given */
export function pruneWindows(options: RetentionOptions, defaults: PruneWindows = {}): PruneWindows {
  if (!hasWindow(options)) return defaults;
  const { stateWindow, ledgerWindow, timeWindow, diskBudget } = options;
  return {
    versions: positive(stateWindow),
    ledgerVersions: positive(ledgerWindow),
    timeUsecs: positive(timeWindow),
    diskBytes: diskBudget === 0 ? undefined : diskBudget,
  };
}

/** Returns true if transactions are kept for longer than state: then they are answered from below the oldest version. */
export function keepsOlderRecords({
  stateWindow,
  ledgerWindow,
}: Pick<RetentionOptions, "stateWindow" | "ledgerWindow">): boolean {
  return ledgerWindow !== undefined && (ledgerWindow === 0n || stateWindow === undefined || ledgerWindow > stateWindow);
}

function positive(window: bigint | undefined): bigint | undefined {
  return window === 0n ? undefined : window;
}
