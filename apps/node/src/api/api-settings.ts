import { type Api, type ApiOptions, createApi, type NodeFacts } from "@ledger/api-core";
import manifest from "../../package.json" with { type: "json" };
import type { CallLedger } from "../calls/ledger-calls.ts";
import { pageSizes } from "../config/page-sizes.ts";
import { isPermanentNetwork } from "../config/public-networks.ts";
import { keepsOlderRecords } from "../config/retention-options.ts";
import { type StartOptions, takeOptions } from "../config/start-options.ts";
import { type ViewOptions, viewSettings } from "../config/view-options.ts";
import { createForward } from "./forward.ts";
import { signedLedgerOf } from "./signed-ledger.ts";

/** The options that shape answers; of the group of view functions none may be missing. */
const apiKeys = {
  headerPrefix: true,
  maxPage: true,
  forward: true,
  backup: true,
  stateWindow: true,
  ledgerWindow: true,
  eventRoots: true,
  maxViewGas: true,
  viewAllow: true,
  viewBlock: true,
  sharedCache: true,
} as const satisfies Readonly<Record<keyof ViewOptions, true>> & Readonly<Partial<Record<keyof StartOptions, true>>>;

/** Options of a node that shape its answers. Plain data: they cross to threads and processes. */
export type ApiSettings = Pick<StartOptions, keyof typeof apiKeys>;

/** Takes from the options what {@link ApiSettings} has. */
export function apiSettings(options: ApiSettings): ApiSettings {
  return takeOptions(options, apiKeys);
}

/** Parts of the node's API that differ from thread to thread. */
export interface NodeApiOptions
  extends Omit<ApiOptions, "config" | "forward" | "signed" | "completeState" | "isPermanent"> {
  readonly callLedger: CallLedger;
  /** For the API that answers for the node; absent in other threads. */
  readonly facts?: NodeFacts;
}

/** Makes the API of a node, the same in every thread that answers. */
export function createNodeApi(settings: ApiSettings, { callLedger, facts = {}, ...options }: NodeApiOptions): Api {
  const { headerPrefix, maxPage, forward, backup, sharedCache } = settings;
  const config = {
    ...(headerPrefix !== undefined && { headerPrefixes: headerPrefix }),
    pageSizes: pageSizes(maxPage),
    ...viewSettings(settings),
    keepsOlderRecords: keepsOlderRecords(settings),
    ...(sharedCache !== undefined && { sharedCacheSeconds: sharedCache }),
    version: manifest.version,
    facts,
  };
  return createApi({
    ...options,
    config,
    forward: forward === undefined ? undefined : createForward(forward),
    signed: backup === undefined ? undefined : signedLedgerOf(backup),
    // Events that were taken without proof may be others tomorrow.
    isPermanent: (ledger) => settings.eventRoots !== "warn" && isPermanentNetwork(ledger),
    completeState: (missing) => callLedger("complete", missing),
  });
}
