import type { Features } from "../features/features.ts";
import type { Rules } from "../features/rules.ts";
import type { TimedFeatures } from "../features/timed-features.ts";
import type { GasSchedule } from "../gas/schedule.ts";

/** The rules that a ledger runs by at one moment. Everything prepared for one environment is shared by the sessions in it. */
export interface VmEnvironment {
  readonly chainId: number;
  readonly features: Features;
  readonly timedFeatures: TimedFeatures;
  readonly gas: GasSchedule;
  /** Everything that the above puts in force, by name. */
  readonly rules: Rules;
  readonly limits: TypeLimits;
}

/** Bounds of types and layouts. */
export interface TypeLimits {
  /** Nodes of an instantiated type. */
  readonly typeSize: number;
  /** Levels of an instantiated type. */
  readonly typeDepth: number;
  /** Nodes of a layout. */
  readonly layoutSize: number;
  /** Levels of a layout. */
  readonly layoutDepth: number;
}
