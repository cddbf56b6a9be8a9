import { type LedgerSummary, noExecution } from "@ledger/state-store";
import type { ApiOptions } from "../contract/api.ts";
import { type ApiConfig, defaultApiConfig } from "../contract/config.ts";
import { createLedgerHeaders } from "../contract/ledger-headers.ts";
import type { ApiDocuments } from "../endpoint/api-documents.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { type PlaceOf, placeOf } from "../endpoint/place.ts";
import { GasEstimator } from "../gas/gas-estimator.ts";
import { LedgerCode } from "../ledger/ledger-code.ts";
import { LedgerMachine } from "../machine/ledger-machine.ts";
import { createDocuments } from "../openapi/documents.ts";
import { TableTypesFinder } from "../tables/table-types.ts";
import { createEntityTags, immutableCaching, latestCaching, type WriteEntityTag } from "./caching.ts";
import { PendingWaits } from "./pending-waits.ts";
import { Snapshots } from "./snapshots.ts";

/** The services that all requests of an API share. */
export interface Services {
  readonly options: ApiOptions;
  readonly config: ApiConfig;
  /** The part that handlers see. */
  readonly forHandlers: Omit<RequestContext, "ledger" | "signal">;
  readonly documents: ApiDocuments;
  /** Entity tags of documents, by route: documents never change. */
  readonly documentTags: Map<string, string>;
  readonly whoAnswers: PlaceOf;
  readonly snapshots: Snapshots;
  /** Absent on a node without a pool of transactions. */
  readonly waits: PendingWaits | undefined;
  readonly headersOf: (ledger: LedgerSummary) => Readonly<Record<string, string>>;
  readonly tagOf: WriteEntityTag;
  /** The caching policy of answers about the latest version. */
  readonly latestCaching: string;
  /** The caching policy of answers about a fixed version of a ledger. */
  readonly fixedCaching: (ledger: LedgerSummary) => string;
  /** Why nothing of the ledger may be served; `undefined` while it may. */
  readonly withheld: () => string | undefined;
}

/** Makes the services that the requests of an API share. */
export function createServices(options: ApiOptions): Services {
  const { store, pool, awaitVersion, defer } = options;
  const isPermanent = (ledger: LedgerSummary): boolean =>
    ledger.base?.state !== "partial" && options.isPermanent?.(ledger) === true;
  const config: ApiConfig = { ...defaultApiConfig, ...options.config };
  const latest = latestCaching(config.sharedCacheSeconds);
  const whoAnswers: PlaceOf = (route) => placeOf(options, route);
  const documents = createDocuments(config, { specPage: options.specPage, placeOf: whoAnswers });
  return {
    ...{ options, config, documents, whoAnswers },
    forHandlers: {
      ...{ store, config, pool, documents, defer },
      code: new LedgerCode(store),
      gas: new GasEstimator(store, config.minimumGasPrice),
      tableTypes: new TableTypesFinder(),
      machine: new LedgerMachine(options.vm, options.testing),
      clock: options.clock ?? (() => BigInt(Date.now()) * 1000n),
      blockClock: options.blockClock,
      degraded: options.degraded ?? (() => undefined),
      fault: options.fault ?? (() => undefined),
      waypoint: options.waypoint ?? (() => undefined),
      index: options.index ?? (() => undefined),
      execution: options.execution ?? noExecution,
      signed: options.signed,
      lists: options.lists,
    },
    documentTags: new Map(),
    snapshots: new Snapshots(store, config.keepsOlderRecords, options.endOfTurn),
    waits: pool && new PendingWaits({ store, pool, limits: config.waitByHash, awaitVersion }),
    headersOf: createLedgerHeaders(config.headerPrefixes),
    tagOf: createEntityTags(config.version, isPermanent),
    latestCaching: latest,
    fixedCaching: (ledger) => (isPermanent(ledger) ? immutableCaching : latest),
    withheld: options.withheld ?? (() => undefined),
  };
}
