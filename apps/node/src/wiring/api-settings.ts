import { type Api, type ApiOptions, createApi } from "@ledger/api-core";
import manifest from "../../package.json" with { type: "json" };
import type { CallLedger } from "../calls/ledger-calls.ts";
import { keepsOlderRecords } from "../config/retention-options.ts";
import type { StartOptions } from "../config/start-options.ts";
import { type ViewOptions, viewSettings } from "../config/view-options.ts";
import { createForward } from "../http/forward.ts";
import { pageSizes } from "./page-sizes.ts";

/** Options of a node that shape its answers. Plain data: they cross to threads and processes. */
export type ApiSettings = Pick<
  StartOptions,
  "headerPrefix" | "maxPage" | "forward" | "stateWindow" | "ledgerWindow" | keyof ViewOptions
>;

/** Takes from the options what {@link ApiSettings} has. */
export function apiSettings(options: ApiSettings): ApiSettings {
  const { headerPrefix, maxPage, forward, stateWindow, ledgerWindow, maxViewGas, viewAllow, viewBlock } = options;
  return { headerPrefix, maxPage, forward, stateWindow, ledgerWindow, maxViewGas, viewAllow, viewBlock };
}

/** What an API of the node works with: what differs from thread to thread. */
export interface NodeApiOptions extends Omit<ApiOptions, "config" | "forward" | "completeState"> {
  readonly callLedger: CallLedger;
}

/** Makes the API of a node, the same in every thread that answers. */
export function createNodeApi(settings: ApiSettings, { callLedger, ...options }: NodeApiOptions): Api {
  const { headerPrefix, maxPage, forward } = settings;
  const config = {
    ...(headerPrefix !== undefined && { headerPrefixes: headerPrefix }),
    pageSizes: pageSizes(maxPage),
    ...viewSettings(settings),
    keepsOlderRecords: keepsOlderRecords(settings),
    version: manifest.version,
  };
  return createApi({
    ...options,
    config,
    forward: forward === undefined ? undefined : createForward(forward),
    completeState: (missing) => callLedger("complete", missing),
  });
}
