import type { VmError } from "../status/vm-error.ts";

/**
 * Counts gas. The machine takes the price of instructions from {@link fuel} itself, many instructions at once, so the two
 * counters are plain members.
 */
export interface GasMeter {
  /**
   * Internal gas that execution may still take before something fails: the balance or what the execution limit leaves,
   * whichever is less. The machine lowers it; every other charge goes through a method.
   */
  fuel: number;
  /** Internal gas that may still be used for anything; {@link fuel} where execution is all that costs. */
  readonly balance?: number;
  /** Abstract memory units left; `Infinity` where memory does not count. */
  memory: number;
  /** Takes execution gas. @throws {@link VmError} as {@link exhausted} */
  charge(cost: number): void;
  /** Settles a charge that {@link fuel} does not cover, and says how it fails. */
  exhausted(cost: number): VmError;
  /**
   * Takes the price of the first look at a resource.
   *
   * @param bytes - stored bytes; for a member of a group its own bytes, plus the group's at the first look at that group
   * @throws {@link VmError} `OUT_OF_GAS`, `IO_LIMIT_REACHED`
   */
  chargeResourceLoad(exists: boolean, bytes: number): void;
  /**
   * Takes the price of the first use of a module outside the special addresses.
   *
   * @throws {@link VmError} also `DEPENDENCY_LIMIT_REACHED`
   */
  chargeDependency(bytes: number): void;
  /** Charges nothing until {@link resume}: fuel and memory are endless meanwhile. */
  suspend(): void;
  /** Continues where {@link suspend} stopped. */
  resume(): void;
}

/** Internal gas that is left, as tracers see it; infinite while nothing is charged. */
export function gasLeft({ fuel, balance = fuel }: GasMeter): number {
  return fuel === Number.POSITIVE_INFINITY ? fuel : balance;
}

/** A meter without end that counts nothing, for prologues, epilogues and tests. */
export function createUnmeteredGas(): GasMeter {
  return {
    fuel: Number.POSITIVE_INFINITY,
    memory: Number.POSITIVE_INFINITY,
    charge() {},
    exhausted() {
      throw new Error("an endless meter is never exhausted");
    },
    chargeResourceLoad() {},
    chargeDependency() {},
    suspend() {},
    resume() {},
  };
}
