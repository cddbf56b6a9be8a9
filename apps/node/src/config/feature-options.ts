import type { FeatureChanges } from "@ledger/local-chain";
import { type FeatureFlag, featureFlagNames, parseFeatureFlag } from "@ledger/vm";
import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import { ofOwnGenesis } from "./needs.ts";
import { type OptionsOf, option, type Value } from "./option.ts";
import { suggest } from "./suggest.ts";
import { list } from "./values.ts";

const flag: Value<FeatureFlag> = {
  schema: Type.Enum([...featureFlagNames]),
  parse(given) {
    const found = parseFeatureFlag(given);
    if (found !== undefined) return found;
    const similar = suggest(given.toUpperCase(), featureFlagNames);
    throw new InvalidArgumentError(`there is no feature flag '${given}'${similar}.`);
  },
};

/** The two lists, for the rule about them. */
interface Flags {
  readonly feature?: readonly FeatureFlag[] | undefined;
  readonly noFeature?: readonly FeatureFlag[] | undefined;
}

/** The options for feature flags of a local network that are other than in its genesis. */
export const featureOptions = {
  feature: option("--feature <name>", list(flag), {
    help: "feature flag to switch on in a local network, such as `DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE`",
    needs: ofOwnGenesis,
  }),
  noFeature: option("--no-feature <name>", list(flag), {
    help: "feature flag to switch off in a local network",
    needs: ofOwnGenesis,
    refuse({ feature = [], noFeature = [] }: Flags) {
      const both = noFeature.find((name) => feature.includes(name));
      return both && `${both} cannot be on and off.`;
    },
  }),
};

/** Feature flags of a local network that are other than in its genesis. */
export interface FeatureOptions extends OptionsOf<typeof featureOptions> {}

/** The changes that the options ask for. */
export function featureChanges({ feature = [], noFeature = [] }: FeatureOptions): FeatureChanges {
  return Object.fromEntries([...feature.map((name) => [name, true]), ...noFeature.map((name) => [name, false])]);
}
