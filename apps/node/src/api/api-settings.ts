import { type Api, type ApiOptions, createApi, type NodeFacts } from "@ledger/api-core";
import manifest from "../../package.json" with { type: "json" };
import type { CallLedger } from "../calls/ledger-calls.ts";
import { pageSizes } from "../config/page-options.ts";
import { isPermanentNetwork } from "../config/public-networks.ts";
import { keepsOlderRecords } from "../config/retention-options.ts";
import type { AnswerOptions } from "../config/start-options.ts";
import { createForward } from "./forward.ts";
import { signedLedgerOf } from "./signed-ledger.ts";

/** Parts of the node's API that differ from thread to thread. */
export interface NodeApiOptions
  extends Omit<ApiOptions, "config" | "forward" | "signed" | "completeState" | "isPermanent"> {
  readonly callLedger: CallLedger;
  /** For the API that answers for the node; absent in other threads. */
  readonly facts?: NodeFacts;
}

/** Makes the API of a node, the same in every thread that answers. */
export function createNodeApi(settings: AnswerOptions, { callLedger, facts = {}, ...options }: NodeApiOptions): Api {
  const { headerPrefix, maxPage, maxViewGas, viewAllow, viewBlock, forward, backup, sharedCache } = settings;
  const config = {
    ...(headerPrefix !== undefined && { headerPrefixes: headerPrefix }),
    pageSizes: pageSizes(maxPage),
    maxViewGas,
    viewFilter: { allow: viewAllow, block: viewBlock },
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
