import { bytesEqual, deriveGenesis, FeaturesResource, type StateView } from "@ledger/types";
import { environmentKeys, type FeatureFlag, Features, featureFlagNames, featureFlags } from "@ledger/vm";

/** Feature flags to switch, by name: true for on. */
export type FeatureChanges = Readonly<Partial<Record<FeatureFlag, boolean>>>;

/** The state key of the flags. */
export const featuresKey: Uint8Array = environmentKeys.features;

/** The flags of a state. */
export async function readFeatures(state: StateView): Promise<Features> {
  const item = await state.get(featuresKey);
  return featuresIn(item?.bytes);
}

/** The flags that a genesis sets. @param genesis - BCS of its transaction */
export function genesisFeatures(genesis: Uint8Array): Features {
  return featuresIn(deriveGenesis(genesis).writes.find(({ key }) => bytesEqual(key, featuresKey))?.value);
}

/** None are on where there is no resource. */
function featuresIn(resource: Uint8Array | undefined): Features {
  return new Features(resource === undefined ? new Uint8Array() : FeaturesResource.decode(resource).features);
}

/** The names of the flags that are on in a state, in the order of their numbers. Those without a name are left out. */
export async function namesOfFeatures(state: StateView): Promise<readonly FeatureFlag[]> {
  const features = await readFeatures(state);
  return featureFlagNames.filter((name) => features.has(featureFlags[name]));
}

/** The resource with some flags switched, as BCS. */
export function switchFeatures(resource: Uint8Array, changes: FeatureChanges): Uint8Array {
  const numbered = Object.entries(changes).map(([name, isOn]) => [featureFlags[name as FeatureFlag], isOn] as const);
  return FeaturesResource.encode({ features: featuresIn(resource).with(numbered).bytes });
}

/** The changes that lead from some flags to others, as far as they have names. */
export function featureDifference(from: Features, to: Features): FeatureChanges {
  const changed = featureFlagNames.filter((name) => from.has(featureFlags[name]) !== to.has(featureFlags[name]));
  return Object.fromEntries(changed.map((name) => [name, to.has(featureFlags[name])]));
}

/** The options of the command line that make some changes: `--feature A --no-feature B`. */
export function featureOptionsText(changes: FeatureChanges): string {
  return Object.entries(changes)
    .map(([name, isOn]) => `${isOn ? "--feature" : "--no-feature"} ${name}`)
    .join(" ");
}
