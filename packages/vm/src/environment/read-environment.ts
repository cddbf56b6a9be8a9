import type { Codec } from "@ledger/bcs";
import {
  bytesToHex,
  ChainIdResource,
  Configuration,
  FeaturesResource,
  frameworkKey,
  GasScheduleV1,
  GasScheduleV2,
  LruCache,
  type StateItem,
  type StateView,
  StorageGas,
  sha3_256,
} from "@ledger/types";
import { Features } from "../features/features.ts";
import { allRules, type Rules } from "../features/rules.ts";
import { TimedFeatures } from "../features/timed-features.ts";
import { GasSchedule } from "../gas/schedule.ts";
import type { VmEnvironment } from "./environment.ts";

/** Environments that a cache keeps: that of a ledger's head, and a few others. */
const keptEnvironments = 8;

const defaultTypeSize = 128;
const defaultTypeDepth = 20;

/** Chain id of a ledger that names none. */
const testingChainId = 4;

/** The state items that an {@link VmEnvironment} is read from, by encoded state key. */
export const environmentKeys = {
  features: frameworkKey("features", "Features"),
  chainId: frameworkKey("chain_id", "ChainId"),
  configuration: frameworkKey("reconfiguration", "Configuration"),
  gasScheduleV2: frameworkKey("gas_schedule", "GasScheduleV2"),
  gasScheduleV1: frameworkKey("gas_schedule", "GasSchedule"),
  storageGas: frameworkKey("storage_gas", "StorageGas"),
};

/**
 * Reads the environment of a ledger version; absent resources count as in {@link createEnvironment}.
 *
 * @throws what the state throws; `BcsError` when a resource does not decode
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.1 | Specification, execution 1.1}
 */
export async function readEnvironment(state: StateView): Promise<VmEnvironment> {
  const [featureBits, chainId, configuration, scheduleV2, scheduleV1, storageGas] = await Promise.all([
    find(FeaturesResource, environmentKeys.features),
    find(ChainIdResource, environmentKeys.chainId),
    find(Configuration, environmentKeys.configuration),
    find(GasScheduleV2, environmentKeys.gasScheduleV2),
    find(GasScheduleV1, environmentKeys.gasScheduleV1),
    find(StorageGas, environmentKeys.storageGas),
  ]);
  async function find<T>(codec: Codec<T>, key: Uint8Array): Promise<T | undefined> {
    const item = await state.get(key);
    return item === undefined ? undefined : codec.decode(item.bytes);
  }

  const schedule = scheduleV2 ?? (scheduleV1 && { featureVersion: 0, entries: scheduleV1.entries });
  return createEnvironment({
    chainId: chainId?.id,
    lastReconfigurationTime: configuration?.lastReconfigurationTime,
    features: featureBits && new Features(featureBits.features),
    gas: schedule && new GasSchedule({ ...schedule, storageGas }),
  });
}

/**
 * Environments by what they say. Ledgers, epochs and branches with the same rules get the same object, and with it everything that a
 * machine has prepared for it.
 */
export class EnvironmentCache {
  readonly #environments = new LruCache<string, VmEnvironment>(keptEnvironments);

  /** As {@link readEnvironment}. */
  async read(state: StateView): Promise<VmEnvironment> {
    const items = new Map<string, StateItem | undefined>();
    for (const key of Object.values(environmentKeys)) items.set(bytesToHex(key), await state.get(key));
    const made = await readEnvironment({ get: (key) => items.get(bytesToHex(key)) });
    // The time of the last change of epoch counts only by the features that it turns on.
    items.set(bytesToHex(environmentKeys.configuration), undefined);
    const contents = [...items.values()].map((item) => item && bytesToHex(sha3_256(item.bytes)));
    const id = [...contents, made.timedFeatures.signature].join();
    const known = this.#environments.get(id);
    if (known !== undefined) return known;
    this.#environments.set(id, made);
    return made;
  }
}

/** The parts of a {@link VmEnvironment}. */
export interface VmEnvironmentInput {
  readonly chainId?: number | undefined;
  readonly lastReconfigurationTime?: bigint | undefined;
  readonly features?: Features | undefined;
  readonly gas?: GasSchedule | undefined;
}

/**
 * An environment from its parts; what is left out counts as absent from the ledger. Without a gas schedule, where the reference
 * executes nothing, code runs by the newest rules and costs nothing.
 */
export function createEnvironment(input: VmEnvironmentInput): VmEnvironment {
  const { chainId = testingChainId, lastReconfigurationTime = 0n, gas = GasSchedule.free() } = input;
  const features = input.features ?? Features.of([]);
  const timedFeatures = new TimedFeatures(chainId, lastReconfigurationTime);
  const rules = allRules(gas.rules, features, timedFeatures);
  return {
    chainId,
    features,
    timedFeatures,
    gas,
    rules,
    limits: {
      typeSize: gas.limit("txn.max_ty_size") ?? defaultTypeSize,
      typeDepth: gas.limit("txn.max_ty_depth") ?? defaultTypeDepth,
      layoutSize: layoutSize(rules),
      layoutDepth: 128,
    },
  };
}

/** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.9 | Specification, virtual machine 1.9} */
function layoutSize({ largerLayouts, lazyLoading }: Rules): number {
  const nodes = largerLayouts ? 512 : 256;
  return lazyLoading ? nodes : nodes + 1;
}
