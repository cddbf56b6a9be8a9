import type { GasSchedule } from "./gas/gas-meter.ts";

/** On-chain feature flags. */
export interface Features {
  has(feature: number): boolean;
}

/** Features that a date switches on. */
export interface TimedFeatures {
  has(name: TimedFeature): boolean;
}

/** Names of timed features. @see Ledger specification, execution §1.3 */
export type TimedFeature =
  | "LimitModuleComplexity"
  | "EntryCompatibility"
  | "ChargeBytesForPrints"
  | "FixMemoryUsageTracking"
  | "FixTableNativesMemoryDoubleCounting"
  | "ClosureDepthCheck"
  | "FixCryptoAlgebraNativesResultHandling"
  | "UseFullTransactionSizeForGasCheck"
  | "EnableStrictBounds"
  | "RevisedBounds"
  | "ConstantSerializedSizeLocalCache";

/** The rules that a ledger runs by at one moment. Everything prepared for one environment is shared by the sessions in it. */
export interface VmEnvironment {
  readonly chainId: number;
  readonly features: Features;
  readonly timedFeatures: TimedFeatures;
  readonly gas: GasSchedule;
}
