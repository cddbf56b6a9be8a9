import type { MissingState } from "@ledger/state-store";
import type { ServingOptions } from "../config/start-options.ts";
import type { StoreLocation } from "../store/location.ts";
import type { NodeHealth } from "../wiring/node-health.ts";

/** What a serving process is told once, before anything else. Plain data: it crosses a process boundary. */
export interface ServingSettings extends ServingOptions {
  readonly location: StoreLocation;
}

/** What the node tells a serving process. */
export type ServingCommand =
  | { readonly type: "serve"; readonly settings: ServingSettings }
  | { readonly type: "health"; readonly health: NodeHealth }
  /** Answers a `complete` of the same id. */
  | { readonly type: "completed"; readonly id: number; readonly failure: string | undefined }
  | { readonly type: "stop" };

/** What a serving process reports. */
export type ServingMessage =
  | { readonly type: "listening" }
  /** Asks for state that a partly known ledger misses. */
  | { readonly type: "complete"; readonly id: number; readonly missing: MissingState }
  | { readonly type: "failed"; readonly code: string; readonly message: string };
