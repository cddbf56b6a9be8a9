import type { GasEntry, StorageGas } from "@ledger/types";
import { type GasRules, gasRules } from "../features/rules.ts";
import { type IoPricing, ioPricing } from "./io-pricing.ts";
import { type GasKey, keysAt } from "./keys/index.ts";

/** Gas feature version of the newest rules that this package knows. Later schedules run by these. */
export const newestFeatureVersion = 50;

const perLocalKeys = ["instr.call.per_local", "instr.call_generic.per_local"] as const;

/** The parts of a {@link GasSchedule}. */
export interface GasScheduleInput {
  readonly featureVersion: number | bigint;
  readonly entries: readonly GasEntry[];
  /** `0x1::storage_gas::StorageGas`, where the ledger has it: prices of state access at versions 1 to 9. */
  readonly storageGas?: StorageGas | undefined;
}

/**
 * The prices of execution on one ledger at one version, in internal gas units. Make one for every schedule, not for every call:
 * compiled functions keep prices of it.
 *
 * Parameters are numbers up to 2^53 - 1; a larger one on chain counts as that, which no balance reaches.
 */
export class GasSchedule {
  /** Gas feature version: which rules of charging are in force. */
  readonly featureVersion: number;
  /** The same, rule by rule. */
  readonly rules: GasRules;
  /** Parameters that this version needs and the ledger does not have, by their keys on chain; they count as 0. */
  readonly missing: readonly string[];
  /** Prices of state access at versions 1 to 9, where the ledger has them. */
  readonly storageGas: StorageGas | undefined;
  /** True if it stands for one that the ledger does not have: the reference executes no transactions there. */
  readonly isAbsent: boolean = false;
  /** How reads of state are priced. */
  readonly io: IoPricing;
  readonly #values = new Map<GasKey, number>();

  constructor({ featureVersion, entries, storageGas }: GasScheduleInput) {
    this.featureVersion = toNumber(featureVersion);
    this.rules = gasRules(this.featureVersion);
    const onChain = new Map(entries.map(({ key, value }) => [key, toNumber(value)]));
    const missing: string[] = [];
    for (const { parameter, key } of keysAt(this.featureVersion)) {
      const value = onChain.get(key);
      if (value === undefined) missing.push(key);
      else this.#values.set(parameter, value);
    }
    this.missing = missing;
    this.storageGas = storageGas;
    this.io = ioPricing(this, storageGas);
    for (const [key, price] of Object.entries(this.io.tableLoad)) this.#values.set(key as GasKey, price);
    if (!this.rules.paysLocals) for (const key of perLocalKeys) this.#values.delete(key);
  }

  /** A schedule by which nothing costs anything, with the newest rules. */
  static free(): GasSchedule {
    return new AbsentSchedule({ featureVersion: newestFeatureVersion, entries: [] });
  }

  /** Value of a parameter: 0 when this gas feature version or this ledger does not have it. */
  parameter(key: GasKey): number {
    return this.#values.get(key) ?? 0;
  }

  /** Value of a limit; undefined when this gas feature version or this ledger does not have it. */
  limit(key: GasKey): number | undefined {
    return this.#values.get(key);
  }
}

class AbsentSchedule extends GasSchedule {
  override readonly isAbsent = true;
}

function toNumber(value: number | bigint): number {
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}
