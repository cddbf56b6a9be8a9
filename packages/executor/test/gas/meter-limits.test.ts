import { GasSchedule } from "@ledger/vm";
import { expect, test } from "vitest";
import { meterLimits } from "../../src/gas/meter-limits.ts";

const schedule = (featureVersion: number): GasSchedule =>
  new GasSchedule({
    featureVersion,
    entries: [
      { key: "txn.max_execution_gas", value: 900n },
      { key: "txn.max_io_gas", value: 1_000n },
      { key: "txn.max_storage_fee", value: 200n },
      { key: "txn.max_execution_gas.gov", value: 4_000n },
      { key: "txn.max_io_gas.gov", value: 5_000n },
      { key: "txn.max_storage_fee.gov", value: 600n },
    ],
  });
const multipliers = { kind: "V1", value: { executionBps: 250n, ioBps: 10_000n } } as const;
const limitsRequest = { kind: "StakePoolOwner", value: { multipliers } } as const;

test("limits that were asked for multiply those of execution and state access: 100 leaves them as they are", () => {
  expect(meterLimits(schedule(50), { limitsRequest }, false)).toEqual({ execution: 2_250, io: 100_000 });
  expect(meterLimits(schedule(50), { limitsRequest: undefined }, false)).toEqual({});
});

test("a script that governance approved has the limits of the schedule for it, from version 18 on", () => {
  expect(meterLimits(schedule(18), { limitsRequest }, true)).toEqual({ execution: 4_000, io: 5_000, storageFee: 600 });
  expect(meterLimits(schedule(17), { limitsRequest: undefined }, true)).toEqual({});
});
