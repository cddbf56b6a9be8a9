import { VmError } from "../status/vm-error.ts";
import type { GasMeter } from "./gas-meter.ts";
import { gasScale, type IntrinsicInput, intrinsicCharges } from "./intrinsic.ts";
import type { GasSchedule } from "./schedule.ts";

/** Options of {@link LedgerGasMeter}. */
export interface LedgerGasMeterOptions {
  readonly schedule: GasSchedule;
  /** Gas units that may be used, as a transaction names them. */
  readonly maxGasUnits: number;
  /** Bounds other than the schedule's own. */
  readonly limits?: Partial<GasLimits> | undefined;
}

/** How much each of a meter's counters may hold. */
export interface GasLimits {
  /** Internal gas of instructions, native functions and module loading. */
  readonly execution: number;
  /** Internal gas of state access. */
  readonly io: number;
  /** Octas for keeping state. */
  readonly storageFee: number;
}

/**
 * Counts what one transaction, or one call of a view function, has used. Amounts are internal gas units unless said otherwise.
 *
 * Execution gas is charged by counting {@link fuel} down, so that a loop over instructions touches one number:
 * `if ((meter.fuel -= cost) < 0) throw meter.exhausted(cost);`
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.3 | Specification, execution 5.3}
 */
export class LedgerGasMeter implements GasMeter {
  readonly schedule: GasSchedule;
  /** Execution gas that may be charged before the balance or the limit for execution ends. */
  fuel = 0;
  /** Abstract units of memory that are left. */
  memory: number;

  readonly #limits: GasLimits;
  #start: number;
  /** Balance and execution gas when the fuel was last measured out; `settle` brings them up to date. */
  #balance: number;
  #execution = 0;
  #fuelMeasured = 0;
  #io = 0;
  #storageFee = 0;
  #dependencies = 0;
  #dependencyBytes = 0;
  #isSuspended = false;
  #memoryLeft = 0;

  constructor({ schedule, maxGasUnits, limits }: LedgerGasMeterOptions) {
    this.schedule = schedule;
    this.#limits = { ...scheduleLimits(schedule), ...limits };
    this.#start = toInternal(schedule, maxGasUnits);
    this.#balance = this.#start;
    this.memory = memoryQuota(schedule);
    this.#refuel();
  }

  /** Internal gas that is left. */
  get balance(): number {
    this.#settle();
    return this.#balance;
  }

  /** Internal gas charged for instructions, native functions and module loading. */
  get executionGas(): number {
    this.#settle();
    return this.#execution;
  }

  /** Internal gas charged for state access. */
  get ioGas(): number {
    return this.#io;
  }

  /** Octas charged for keeping state. */
  get storageFee(): number {
    return this.#storageFee;
  }

  /** Internal gas used so far, whatever for. */
  get usedGas(): number {
    return this.#start - this.balance;
  }

  /** Gas units used so far, as transactions and the gas header of views show them: rounded up. */
  get usedGasUnits(): number {
    return Math.ceil(this.usedGas / gasScale(this.schedule));
  }

  suspend(): void {
    this.#settle();
    this.#memoryLeft = this.memory;
    this.#isSuspended = true;
    this.fuel = Infinity;
    this.memory = Infinity;
  }

  resume(): void {
    this.#isSuspended = false;
    this.memory = this.#memoryLeft;
    this.#refuel();
  }

  /** Adds gas units to those that may be used. */
  addGasUnits(units: number): void {
    this.#settle();
    const amount = toInternal(this.schedule, units);
    this.#start += amount;
    this.#balance += amount;
    this.#refuel();
  }

  /**
   * Charges execution gas.
   *
   * @throws {@link VmError} `OUT_OF_GAS`, `EXECUTION_LIMIT_REACHED`
   */
  charge(amount: number): void {
    this.fuel -= amount;
    if (this.fuel < 0) throw this.exhausted(amount);
  }

  /**
   * Settles a charge that {@link fuel} does not cover, and says how it fails.
   *
   * @param amount - the charge, already taken from the fuel
   */
  exhausted(amount: number): VmError {
    this.fuel += amount;
    this.#settle();
    if (this.#balance < amount) {
      this.#execution += this.#drain();
      return outOfGas();
    }
    this.#balance -= amount;
    this.#execution += amount;
    this.#refuel();
    return limitReached("EXECUTION_LIMIT_REACHED");
  }

  /**
   * Charges for state access.
   *
   * @throws {@link VmError} `OUT_OF_GAS`, `IO_LIMIT_REACHED`
   */
  chargeIo(amount: number): void {
    if (this.#isSuspended) return;
    this.#settle();
    if (this.#balance < amount) {
      this.#io += this.#drain();
      throw outOfGas();
    }
    this.#balance -= amount;
    this.#io += amount;
    this.#refuel();
    if (this.#io > this.#limits.io) throw limitReached("IO_LIMIT_REACHED");
  }

  /**
   * Charges the first load of a resource in a session.
   *
   * @param exists - whether there is one
   * @param bytes - size of what was loaded; for a member of a group its own, with the group's at the first look at that group
   * @throws {@link VmError} as {@link chargeIo}
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.8 | Specification, execution 5.8}
   */
  chargeResourceLoad(exists: boolean, bytes: number): void {
    this.chargeIo(this.schedule.io.read(exists, bytes));
  }

  /**
   * Charges octas for keeping state, turned into gas by the price of a gas unit. Nothing happens where gas is free or the rules
   * know no such fee.
   *
   * @throws {@link VmError} `OUT_OF_GAS`, `STORAGE_LIMIT_REACHED`
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.10 | Specification, execution 5.10}
   */
  chargeStorageFee(octas: number, gasUnitPrice: number): void {
    if (gasUnitPrice === 0 || !this.schedule.rules.storageFees) return;
    this.#settle();
    const scaled = BigInt(octas) * BigInt(gasScale(this.schedule));
    const price = BigInt(gasUnitPrice);
    const amount = Number((scaled + price - 1n) / price);
    const isCovered = this.#balance >= amount;
    if (isCovered) {
      this.#balance -= amount;
      this.#refuel();
    } else {
      this.#drain();
    }
    if (isCovered || this.#countsFailedCharges) this.#storageFee += octas;
    if (!isCovered) throw outOfGas();
    if (this.#storageFee > this.#limits.storageFee) throw limitReached("STORAGE_LIMIT_REACHED");
  }

  /**
   * Charges what every transaction costs before it does anything, part by part.
   *
   * @throws {@link VmError} as {@link charge}
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.4 | Specification, execution 5.4}
   */
  chargeIntrinsic(input: IntrinsicInput): void {
    for (const amount of intrinsicCharges(this.schedule, input)) this.charge(amount);
  }

  /**
   * Charges the use of a module outside the special addresses. The caller sees to it that each module is charged once.
   *
   * @param bytes - size of the module's bytecode
   * @throws {@link VmError} as {@link charge}; `DEPENDENCY_LIMIT_REACHED`
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.7 | Specification, execution 5.7}
   */
  chargeDependency(bytes: number): void {
    const { schedule } = this;
    if (!schedule.rules.paysModules || this.#isSuspended) return;
    this.charge(
      schedule.parameter("txn.dependency_per_module") + schedule.parameter("txn.dependency_per_byte") * bytes,
    );
    this.#dependencies++;
    this.#dependencyBytes += bytes;
    if (
      this.#dependencies > (schedule.limit("txn.max_num_dependencies") ?? Infinity) ||
      this.#dependencyBytes > (schedule.limit("txn.max_total_dependency_size") ?? Infinity)
    ) {
      throw limitReached("DEPENDENCY_LIMIT_REACHED");
    }
  }

  get #countsFailedCharges(): boolean {
    return this.schedule.rules.countsFailedCharges;
  }

  #settle(): void {
    if (this.#isSuspended) return;
    const spent = this.#fuelMeasured - this.fuel;
    this.#balance -= spent;
    this.#execution += spent;
    this.#fuelMeasured = this.fuel;
  }

  #refuel(): void {
    this.fuel = Math.max(0, Math.min(this.#balance, this.#limits.execution - this.#execution));
    this.#fuelMeasured = this.fuel;
  }

  /** Empties the balance and says how much of it counts as used. */
  #drain(): number {
    const left = this.#balance;
    this.#balance = 0;
    this.#refuel();
    return this.#countsFailedCharges ? left : 0;
  }
}

function toInternal(schedule: GasSchedule, units: number): number {
  return Math.min(units * gasScale(schedule), Number.MAX_SAFE_INTEGER);
}

function scheduleLimits(schedule: GasSchedule): GasLimits {
  const isLimited = schedule.rules.gasLimits;
  const limit = (value: number | undefined): number => (isLimited && value !== undefined ? value : Infinity);
  return {
    execution: limit(schedule.limit("txn.max_execution_gas")),
    io: limit(schedule.limit("txn.max_io_gas")),
    storageFee: limit(schedule.limit("txn.max_storage_fee")),
  };
}

function memoryQuota(schedule: GasSchedule): number {
  return (schedule.rules.memory ? schedule.limit("txn.memory_quota") : undefined) ?? Infinity;
}

function outOfGas(): VmError {
  return new VmError("OUT_OF_GAS", "out of gas");
}

function limitReached(
  status: "DEPENDENCY_LIMIT_REACHED" | "EXECUTION_LIMIT_REACHED" | "IO_LIMIT_REACHED" | "STORAGE_LIMIT_REACHED",
): VmError {
  return new VmError(status, "a limit of the gas schedule is reached");
}
