import type { FeatureChanges } from "@ledger/local-chain";
import { type FeatureFlag, featureFlagNames, parseFeatureFlag } from "@ledger/vm";
import { InvalidArgumentError, type Option } from "commander";
import { ListOption } from "./list-option.ts";
import { suggest } from "./suggest.ts";

/** Feature flags of a local network that are other than in its genesis. */
export interface FeatureOptions {
  /** Those to switch on. */
  readonly feature?: readonly FeatureFlag[] | undefined;
  /** Those to switch off. */
  readonly noFeature?: readonly FeatureFlag[] | undefined;
}

function parseFlag(text: string): FeatureFlag {
  const flag = parseFeatureFlag(text);
  if (flag !== undefined) return flag;
  throw new InvalidArgumentError(`there is no feature flag '${text}'${suggest(text.toUpperCase(), featureFlagNames)}.`);
}

/** A list of flags. Commander takes an option whose name begins with `no-` for the opposite of another one. */
class FlagsOption extends ListOption<readonly FeatureFlag[]> {
  constructor(flags: string, description: string, variable: string) {
    super(flags, description, [], (text, previous) => [...previous, parseFlag(text)]);
    this.negate = false;
    this.env(variable);
  }
}

/** The options of {@link FeatureOptions}. */
export function featureOptions(): Option[] {
  return [
    new FlagsOption(
      "--feature <name>",
      "feature flag to switch on in a local network, such as DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE",
      "LEDGER_FEATURE",
    ),
    new FlagsOption("--no-feature <name>", "feature flag to switch off in a local network", "LEDGER_NO_FEATURE"),
  ];
}

/** Finds a flag that is both on and off. */
export function* featureConflicts({
  feature = [],
  noFeature = [],
}: FeatureOptions): Iterable<{ readonly name: "noFeature"; readonly reason: string }> {
  const both = noFeature.find((name) => feature.includes(name));
  if (both !== undefined) yield { name: "noFeature", reason: `${both} cannot be on and off.` };
}

/** The changes that the options ask for. */
export function featureChanges({ feature = [], noFeature = [] }: FeatureOptions): FeatureChanges {
  return Object.fromEntries([...feature.map((name) => [name, true]), ...noFeature.map((name) => [name, false])]);
}
