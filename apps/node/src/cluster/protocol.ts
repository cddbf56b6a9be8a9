import type { RuntimeSettings } from "../config/runtime-settings.ts";
import type { LocalListen } from "../config/service-addresses.ts";
import type { ServingOptions } from "../config/start-options.ts";
import type { NodeHealth } from "../health/node-health.ts";
import type { MetricValues } from "../metrics/serving-metrics.ts";
import type { StoreLocation } from "../store/location.ts";
import type { ClientCost } from "../work/client-costs.ts";

/** Settings that a serving process gets once, before anything else. Plain data: it crosses a process boundary. */
export interface ServingSettings extends ServingOptions {
  readonly location: StoreLocation;
  readonly local: LocalListen | undefined;
  readonly isLocalNetwork: boolean;
  /** Name of the process in the metrics. */
  readonly processName: string;
}

/** Functions of a serving process. */
export interface ServingFunctions {
  /** Serves from now on. Returns when it listens. */
  serve(settings: ServingSettings): undefined;
  health(health: NodeHealth): undefined;
  /** Something was committed. */
  committed(input: undefined): undefined;
  /** Returns the clients that have used most of the processor in the last minute. */
  clients(input: undefined): readonly ClientCost[];
  /** Returns what has been counted. */
  collect(input: undefined): readonly MetricValues[];
  apply(settings: RuntimeSettings): undefined;
  /** Ends the process. */
  stop(input: undefined): undefined;
}
