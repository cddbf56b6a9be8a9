import { type FeatureName, feature } from "./feature.ts";
import type { Features } from "./features.ts";
import { type TimedFeatureName, type TimedFeatures, timedFeatureNames } from "./timed-features.ts";

/**
 * Gas feature version from which each rule holds. No other file compares a version with a number.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5 | Specification, execution 5}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.2 | Specification, execution 5.2}
 */
const since = {
  /** The payload has a session of its own, and loads again what the prologue loaded. */
  separatesPayload: 1,
  /** State access costs what `0x1::storage_gas` says, where the ledger has it. */
  storageGas: 1,
  /** Loads of table items cost what `0x1::storage_gas` says. */
  storageGasOfTables: 2,
  /** Memory is counted. */
  memory: 3,
  /** Calls pay for the locals of the callee. Older schedules may name the prices. */
  paysLocals: 3,
  /** Vectors of all primitive types have a size of their own besides their elements. */
  sizedVectors: 3,
  /** Changes of a transaction are limited. */
  changeLimits: 3,
  /** Writes pay for the bytes beyond a free quota. */
  freeWriteBytes: 3,
  /** Writes of resources distinguish creation from modification. */
  createsResources: 3,
  /** Natives of `0x1::event` keep the memory of their arguments. */
  eventsKeepArguments: 4,
  /** The schedule says the limits of changes, and how many bytes of a write are free. */
  scheduledChangeLimits: 5,
  /** Storage costs octas. */
  storageFees: 7,
  /** The schedule limits the gas of execution, of state access and of storage. */
  gasLimits: 7,
  /** Only the first load of a table item pays for the slot. */
  newTableItems: 7,
  /** Resource groups count with their first member. */
  countsGroups: 9,
  /** State access has flat prices in the schedule. */
  flatIo: 10,
  /** The number of writes of a transaction is limited. */
  writeCountLimit: 11,
  /** State access is paid by pages, and charges that fail count as used. */
  ioInPages: 12,
  countsFailedCharges: 12,
  /** Storage fees are deposits, where the flag for refundable bytes is on. */
  deposits: 13,
  /** Making types costs gas. */
  paysTypes: 14,
  /** Modules outside the special addresses cost gas and are limited. */
  paysModules: 15,
  /** Transactions and events pay for being written. */
  paysEvents: 16,
  /** Scripts that governance approved have limits and a size of their own in the schedule. */
  approvedScriptLimits: 18,
  /** Points are brought into the form that is written for a price. */
  paysNormalizing: 21,
  /** Arguments and results of function types are verified. */
  checksFunctionTypes: 38,
  /** Modules of type arguments cost gas. */
  paysTypeArguments: 31,
  largerLayouts: 34,
  /** A function called `init_module` has to be an initialiser; before, others are not run. */
  strictInitialisers: 35,
  /** Natives pay piece by piece. */
  nativesPayAtOnce: 36,
  /** The limit of dependencies keeps its status inside of running code. */
  keepsDependencyLimit: 42,
  /** A full memory has a status of its own. */
  memoryStatus: 42,
  /** Types of a generic frame's locals are checked. */
  checksLocals: 45,
  /** A type that occurs again counts once in a layout. */
  countsLayoutsOnce: 45,
  /** References do not count in the limits of types. */
  freeReferences: 46,
  /** Closures with different masks differ. */
  comparesMasks: 49,
  /** `object::exists_at` aborts for a type that cannot be a resource. */
  abortsWithoutResource: 50,
  /**
   * The prologue learns whether a fee payer has to prove its key. Devnet's framework of July 2026 (version 54) has that field, the
   * newest published rules (50) do not; where between them it came is not known.
   */
  feePayerCheck: 51,
} as const;

/** A rule that began with a gas feature version. */
export type GasRuleName = keyof typeof since;

/** Rules that began with a gas feature version, by name: whether each is in force. */
export type GasRules = Readonly<Record<GasRuleName, boolean>>;

/** Everything that is in force at one moment: rules of the version, feature flags, and features that began at an instant. */
export type Rules = GasRules & Readonly<Record<FeatureName | Uncapitalize<TimedFeatureName>, boolean>>;

/** The rules of a gas feature version. */
export function gasRules(featureVersion: number): GasRules {
  return record(since, (first) => featureVersion >= first);
}

/** The rules of an environment. */
export function allRules(gas: GasRules, features: Features, timedFeatures: TimedFeatures): Rules {
  const timed = timedFeatureNames.map((name) => [uncapitalize(name), timedFeatures.has(name)] as const);
  return {
    ...gas,
    ...record(feature, (flag) => features.has(flag)),
    ...(Object.fromEntries(timed) as Record<Uncapitalize<TimedFeatureName>, boolean>),
  };
}

function record<Name extends string>(
  table: Readonly<Record<Name, number>>,
  holds: (value: number) => boolean,
): Record<Name, boolean> {
  const entries = Object.entries(table) as [Name, number][];
  return Object.fromEntries(entries.map(([name, value]) => [name, holds(value)])) as Record<Name, boolean>;
}

function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
