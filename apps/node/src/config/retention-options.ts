import type { PruneWindows } from "@ledger/state-store";
import { isPartial, type TreeOptions } from "./keeps-tree.ts";
import { isLocal, type KindOptions, ofKeeper } from "./needs.ts";
import { type OptionsOf, option } from "./option.ts";
import { count, onOff, size, timeSpan } from "./values.ts";

/** The options of every command that prunes. What is absent or 0 keeps everything; of several, the tightest counts. */
export const retentionOptions = {
  stateWindow: option("--state-window <versions>", count, {
    otherwise: "all",
    held: () => "all",
    help: "versions of state kept before the latest; 0 keeps all",
    appliesTo: ["answers", "info"],
  }),
  ledgerWindow: option("--ledger-window <versions>", count, {
    otherwise: "the state window",
    held: ({ stateWindow }: { readonly stateWindow?: bigint | undefined }) => `${stateWindow ?? "all"}`,
    help: "versions of transactions kept before the latest; 0 keeps all",
    more: "Never fewer than the state has. With a larger window than that of state, transactions below the oldest version of the headers are answered as well; otherwise all that is below it is 410",
    appliesTo: ["answers", "info"],
  }),
  timeWindow: option("--time-window <span>", timeSpan, {
    otherwise: "a day on the local network, without any other window",
    held: (options: KindOptions) => (isLocal(options) && !hasWindow({ ...options }) ? "1d" : "none"),
    help: "time span of state kept before the latest block, such as `36h`",
    more: "By the ledger's clock",
    appliesTo: ["info"],
    needs: ofKeeper,
  }),
  diskBudget: option("--disk-budget <size>", size, {
    otherwise: "10 GiB on the local network, without any other window",
    help: "maximum size of the ledger with its state tree and index, such as `20GiB`",
    more: "On PostgreSQL without them. The oldest history goes first, never the latest version. Write-ahead logs, at most 64 MiB of the ledger, are not counted",
    appliesTo: ["info"],
    needs: ofKeeper,
  }),
};

/** The option for what a node can prove. */
export const proofOptions = {
  proofs: option("--proofs <on|off>", onOff, {
    default: "off",
    help: "keep the state tree, so that clients can check what they read; it is built where it is missing, while the node serves",
    more: "Proofs are at `/v1/proofs` ([how](docs/guides/verify-what-you-read.md#keep-proofs)). A ledger that knows only some of its state has none: `--fork`, and `--start-version` without `--backup`",
    appliesTo: ["info"],
    needs: ofKeeper,
    idleAs: "off",
    refuse: (options: TreeOptions) =>
      options.proofs === "on" && isPartial(options)
        ? "cannot be combined with --fork, or with --start-version without --backup: not all of the state is known."
        : undefined,
  }),
};

/** How much history is kept below the latest version: versions, microseconds, bytes. */
export interface RetentionOptions extends OptionsOf<typeof retentionOptions> {}

/** Returns true if a window is given, also one that keeps everything. */
function hasWindow(options: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(retentionOptions).some((name) => options[name] !== undefined);
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
  if (!hasWindow({ ...options })) return defaults;
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
