import { describe, expect, test } from "vitest";
import { GasSchedule, LedgerGasMeter, VmError } from "../../src/index.ts";

function schedule(featureVersion: number, values: Record<string, number>): GasSchedule {
  const entries = Object.entries(values).map(([key, value]) => ({ key, value: BigInt(value) }));
  return new GasSchedule({ featureVersion, entries });
}

/** The status that the work ends with; "done" when it ends well. */
function statusOf(work: () => void): string {
  try {
    work();
    return "done";
  } catch (error) {
    if (error instanceof VmError) return error.status;
    throw error;
  }
}

const scale = { "txn.gas_unit_scaling_factor": 10_000 };

describe("execution gas", () => {
  test("gas units are rounded up", () => {
    const meter = new LedgerGasMeter({ schedule: schedule(3, scale), maxGasUnits: 861 });
    meter.charge(5_733_940);
    // The figures of mainnet version 685: 5 733 940 internal units at 10 000 a unit.
    expect(meter.usedGasUnits).toBe(574);
    expect(meter.balance).toBe(8_610_000 - 5_733_940);
  });

  test("a loop that counts fuel down charges the same", () => {
    const meter = new LedgerGasMeter({ schedule: schedule(3, scale), maxGasUnits: 1 });
    for (let i = 0; i < 10; i++) {
      meter.fuel -= 999;
      if (meter.fuel < 0) throw meter.exhausted(999);
    }
    expect(meter.executionGas).toBe(9_990);
    meter.fuel -= 11;
    expect(meter.exhausted(11).status).toBe("OUT_OF_GAS");
    expect(meter.balance).toBe(0);
  });

  test.each([
    { version: 11, counted: 4_000 },
    { version: 12, counted: 10_000 },
  ])("version $version: what was left when gas ran out counts from version 12 on", ({ version, counted }) => {
    const meter = new LedgerGasMeter({ schedule: schedule(version, scale), maxGasUnits: 1 });
    meter.charge(4_000);
    expect(statusOf(() => meter.charge(6_001))).toBe("OUT_OF_GAS");
    expect({ used: meter.usedGasUnits, execution: meter.executionGas }).toEqual({ used: 1, execution: counted });
  });

  test("the limit of execution is a status of its own, and all of it may be used", () => {
    const limited = { ...scale, "txn.max_execution_gas": 5_000 };
    const meter = new LedgerGasMeter({ schedule: schedule(7, limited), maxGasUnits: 10 });
    meter.charge(5_000);
    expect(statusOf(() => meter.charge(1))).toBe("EXECUTION_LIMIT_REACHED");
    expect(meter.executionGas).toBe(5_001);
    // Before version 7 there is no limit.
    const unlimited = new LedgerGasMeter({ schedule: schedule(6, limited), maxGasUnits: 10 });
    expect(statusOf(() => unlimited.charge(5_001))).toBe("done");
  });
});

describe("gas units that are added later", () => {
  test("count as if they had been there from the start", () => {
    const meter = new LedgerGasMeter({ schedule: schedule(3, scale), maxGasUnits: 1 });
    meter.charge(9_000);
    meter.addGasUnits(2);
    meter.charge(21_000);
    expect([meter.usedGasUnits, meter.balance]).toEqual([3, 0]);
  });
});

describe("state access", () => {
  test("is a counter of its own with a limit of its own", () => {
    const prices = { ...scale, "txn.storage_io_per_state_slot_read": 100, "txn.storage_io_per_state_byte_read": 2 };
    const meter = new LedgerGasMeter({
      schedule: schedule(12, { ...prices, "txn.max_io_gas": 8_400 }),
      maxGasUnits: 2,
    });
    meter.charge(10);
    meter.chargeResourceLoad(true, 1);
    expect([meter.ioGas, meter.executionGas, meter.balance]).toEqual([100 + 2 * 4096, 10, 20_000 - 10 - 8_292]);
    expect(statusOf(() => meter.chargeResourceLoad(false, 0))).toBe("done");
    expect(statusOf(() => meter.chargeResourceLoad(false, 0))).toBe("IO_LIMIT_REACHED");
    expect(statusOf(() => meter.chargeIo(20_000))).toBe("OUT_OF_GAS");
  });
});

describe("intrinsic gas", () => {
  // Parameters of mainnet genesis; 685 has 314 bytes, below the cutoff of 600.
  const mainnet = {
    ...scale,
    "txn.min_transaction_gas_units": 1_500_000,
    "txn.intrinsic_gas_per_byte": 2_000,
    "txn.large_transaction_cutoff": 600,
    "txn.keyless.base": 320_000_000,
  };

  test.each([
    { version: 3, transactionSize: 314, isKeyless: false, gas: 1_500_000 },
    { version: 3, transactionSize: 601, isKeyless: false, gas: 1_502_000 },
    { version: 16, transactionSize: 600, isKeyless: true, gas: 1_500_000 },
    { version: 17, transactionSize: 600, isKeyless: true, gas: 321_500_000 },
  ])("version $version, $transactionSize bytes, keyless $isKeyless", ({ version, gas, ...input }) => {
    const meter = new LedgerGasMeter({ schedule: schedule(version, mainnet), maxGasUnits: 1_000_000 });
    meter.chargeIntrinsic(input);
    expect(meter.executionGas).toBe(gas);
  });
});

describe("modules", () => {
  const prices = {
    ...scale,
    "txn.dependency_per_module": 744_600,
    "txn.dependency_per_byte": 420,
    "txn.max_num_dependencies": 2,
    "txn.max_total_dependency_size": 1_000,
  };

  test("cost from version 15 on", () => {
    const at = (version: number) => new LedgerGasMeter({ schedule: schedule(version, prices), maxGasUnits: 10_000 });
    const [before, since] = [at(14), at(15)];
    before.chargeDependency(100);
    since.chargeDependency(100);
    expect([before.executionGas, since.executionGas]).toEqual([0, 744_600 + 42_000]);
  });

  test.each([
    { name: "their number", sizes: [1, 1, 1] },
    { name: "their size", sizes: [999, 2] },
  ])("are limited by $name", ({ sizes }) => {
    const meter = new LedgerGasMeter({ schedule: schedule(15, prices), maxGasUnits: 10_000 });
    for (const size of sizes.slice(0, -1)) meter.chargeDependency(size);
    expect(statusOf(() => meter.chargeDependency(sizes.at(-1)!))).toBe("DEPENDENCY_LIMIT_REACHED");
  });
});

describe("storage fees", () => {
  const prices = { "txn.gas_unit_scaling_factor": 1_000_000, "txn.max_storage_fee": 100_000 };
  const meter = () => new LedgerGasMeter({ schedule: schedule(13, prices), maxGasUnits: 1_000 });

  test("become gas by the price, rounded up to a unit of internal gas", () => {
    const charged = meter();
    charged.chargeStorageFee(40_001, 150);
    // 40 001 x 1 000 000 / 150 = 266 673 333.3
    expect(charged.balance).toBe(1_000_000_000 - 266_673_334);
    expect([charged.storageFee, charged.executionGas, charged.ioGas]).toEqual([40_001, 0, 0]);
    expect(charged.usedGasUnits).toBe(267);
  });

  test("are nothing where gas is free", () => {
    const charged = meter();
    charged.chargeStorageFee(40_001, 0);
    expect([charged.storageFee, charged.usedGasUnits]).toEqual([0, 0]);
  });

  test("count in full when gas does not cover them, and have a limit", () => {
    const poor = meter();
    expect(statusOf(() => poor.chargeStorageFee(90_000, 1))).toBe("OUT_OF_GAS");
    expect([poor.storageFee, poor.balance]).toEqual([90_000, 0]);
    expect(statusOf(() => meter().chargeStorageFee(100_001, 1_000))).toBe("STORAGE_LIMIT_REACHED");
  });
});

describe("memory", () => {
  test("has the quota of the schedule from version 3 on", () => {
    const quota = { "txn.memory_quota": 100 };
    const at = (version: number) => new LedgerGasMeter({ schedule: schedule(version, quota), maxGasUnits: 1 });
    expect([at(2).memory, at(3).memory]).toEqual([Infinity, 100]);
  });
});
