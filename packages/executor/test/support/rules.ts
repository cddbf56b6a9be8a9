import { createEnvironment, type FeatureName, Features, feature, type GasSchedule, type Rules } from "@ledger/vm";

/** The rules of the newest version, or of a schedule's, with some flags on. */
export function rulesWith(flags: readonly FeatureName[], gas?: GasSchedule): Rules {
  return createEnvironment({ features: Features.of(flags.map((name) => feature[name])), gas }).rules;
}
