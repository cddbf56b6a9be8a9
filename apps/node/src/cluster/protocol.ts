import type { CallMessage, ReturnMessage } from "../calls/ledger-calls.ts";
import type { RuntimeSettings } from "../config/runtime-settings.ts";
import type { LocalListen } from "../config/service-addresses.ts";
import type { ServingOptions } from "../config/start-options.ts";
import type { NodeHealth } from "../health/node-health.ts";
import type { MetricValues } from "../metrics/serving-metrics.ts";
import type { StoreLocation } from "../store/location.ts";

/** Settings that a serving process gets once, before anything else. Plain data: it crosses a process boundary. */
export interface ServingSettings extends ServingOptions {
  readonly location: StoreLocation;
  readonly local: LocalListen | undefined;
  readonly isLocalNetwork: boolean;
  /** Name of the process in the metrics. */
  readonly processName: string;
}

/** Commands of the node to a serving process. */
export type ServingCommand =
  | { readonly type: "serve"; readonly settings: ServingSettings }
  | { readonly type: "health"; readonly health: NodeHealth }
  | { readonly type: "committed" }
  | ReturnMessage
  /** Asks for what has been counted; `metrics` of the same id answers. */
  | { readonly type: "collect"; readonly id: number }
  | { readonly type: "apply"; readonly settings: RuntimeSettings }
  | { readonly type: "stop" };

/** Reports of a serving process. */
export type ServingMessage =
  | { readonly type: "listening" }
  | CallMessage
  | { readonly type: "metrics"; readonly id: number; readonly parts: readonly MetricValues[] }
  | { readonly type: "failed"; readonly code: string; readonly message: string };

/** Messages of the limiter of request rates between the processes, which nothing else reads. */
export interface ForeignMessage {
  readonly channel: string;
}
