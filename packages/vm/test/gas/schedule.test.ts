import { describeVectors, readVectorJson, testNetworks } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { keysAt } from "../../src/gas/keys/index.ts";
import { GasSchedule, readEnvironment } from "../../src/index.ts";
import { genesisState, type Network, networks, viewOf } from "../support/genesis.ts";

type Range = readonly [from: number, until: number | null, key: string];

interface GasVectors {
  readonly parameters: readonly (readonly [
    group: string,
    name: string,
    unit: string,
    keys: readonly Range[],
    value: number,
  ])[];
}

const storageGas = {
  perItemRead: 300_000n,
  perItemCreate: 5_000_000n,
  perItemWrite: 300_000n,
  perByteRead: 300n,
  perByteCreate: 5_000n,
  perByteWrite: 5_000n,
};

const entry = (key: string, value: bigint) => ({ key, value });

describeVectors("keys of the published parameters", () => {
  const { parameters } = readVectorJson<GasVectors>("execution/gas_schedules.json");

  test.each(Array.from({ length: 55 }, (_, version) => version))(
    "gas feature version %d has the keys of the list",
    (version) => {
      const published = parameters
        .flatMap(([, , , keys]) => keys)
        .filter(([from, until]) => version >= from && version <= (until ?? Infinity))
        .map(([, , key]) => key);
      expect([...keysAt(version)].map(({ key }) => key).sort()).toEqual(published.sort());
    },
  );
});

describeVectors("schedules of the published genesis states", () => {
  // The parameter was added while version 43 was in use: the genesis of that November does not have it.
  const missing: Partial<Record<Network, string[]>> = { "devnet-2025-11": ["aptos_framework.reflect.resolve_base"] };

  testNetworks(networks, "%s has the parameters that its version needs", async (network) => {
    const state = genesisState(network);
    const { gas } = await readEnvironment(viewOf(state));
    expect(gas.missing).toEqual(missing[network] ?? []);
  });

  test.each([
    // The values stand in the published states; which pricing of reads they mean follows from version and StorageGas.
    { network: "mainnet", version: 3, formula: "storageGas" },
    { network: "testnet", version: 0, formula: "legacy" },
    { network: "randomnet", version: 13, formula: "pages" },
  ] as const)("$network prices by the rules of version $version", async ({ network, version, formula }) => {
    const state = genesisState(network);
    const { gas } = await readEnvironment(viewOf(state));
    expect(gas.featureVersion).toBe(version);
    expect(gas.io.formula).toBe(formula);
  });
});

describe("GasSchedule", () => {
  test("a parameter that the version does not have counts 0, whatever the ledger says", () => {
    const schedule = new GasSchedule({ featureVersion: 2, entries: [entry("instr.call.per_local", 7n)] });
    expect(schedule.parameter("instr.call.per_local")).toBe(0);
  });

  test("a parameter that the ledger does not have counts 0 and is named", () => {
    const schedule = new GasSchedule({ featureVersion: 3, entries: [entry("instr.add", 5n)] });
    expect(schedule.parameter("instr.sub")).toBe(0);
    expect(schedule.missing).toContain("instr.sub");
    expect(schedule.missing).not.toContain("instr.add");
  });

  test("a renamed parameter is found by its newest name", () => {
    const entries = [entry("txn.load_data.base", 11n), entry("txn.storage_io_per_state_slot_read", 12n)];
    const at = (featureVersion: number) => new GasSchedule({ featureVersion, entries });
    expect(at(9).parameter("txn.storage_io_per_state_slot_read")).toBe(11);
    expect(at(10).parameter("txn.storage_io_per_state_slot_read")).toBe(12);
  });

  test("a value beyond safe numbers counts as the largest of them", () => {
    const schedule = new GasSchedule({ featureVersion: 3, entries: [entry("instr.add", 2n ** 64n - 1n)] });
    expect(schedule.parameter("instr.add")).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe("prices of reading", () => {
  const entries = [
    entry("txn.load_data.base", 1_000n),
    entry("txn.load_data.per_byte", 7n),
    entry("txn.load_data.failure", 40n),
    entry("txn.storage_io_per_state_slot_read", 2_000n),
    entry("txn.storage_io_per_state_byte_read", 3n),
    entry("table.common.load.base", 500n),
    entry("table.common.load.base_new", 600n),
    entry("table.common.load.per_byte", 9n),
    entry("table.common.load.failure", 800n),
  ];
  const at = (featureVersion: number, withStorageGas: boolean) =>
    new GasSchedule({ featureVersion, entries, storageGas: withStorageGas ? storageGas : undefined });

  // By hand, from the table of Specification, execution 5.8: 10 bytes stored, then nothing stored.
  test.each([
    { version: 0, storage: true, found: 1_000 + 7 * 10, absent: 1_000 + 40 },
    { version: 5, storage: false, found: 1_000 + 7 * 10, absent: 1_000 + 40 },
    { version: 5, storage: true, found: 300_000 + 300 * 10, absent: 300_000 },
    { version: 11, storage: true, found: 2_000 + 3 * 10, absent: 2_000 },
    { version: 12, storage: true, found: 2_000 + 3 * 4096, absent: 2_000 },
  ])("version $version, StorageGas $storage", ({ version, storage, found, absent }) => {
    const { io } = at(version, storage);
    expect([io.read(true, 10), io.read(false, 0)]).toEqual([found, absent]);
  });

  test("a page is 4096 bytes from version 12 on, and nothing stays nothing", () => {
    const { io } = at(12, false);
    expect([0, 1, 4096, 4097].map((bytes) => io.tableBytes(bytes))).toEqual([0, 4096, 4096, 8192]);
    expect(at(11, false).io.tableBytes(4097)).toBe(4097);
  });

  test.each([
    { version: 1, base: 500, baseNew: 0, perByte: 9, failure: 800 },
    { version: 2, base: 300_000, baseNew: 0, perByte: 300, failure: 0 },
    { version: 6, base: 300_000, baseNew: 0, perByte: 300, failure: 0 },
    { version: 7, base: 0, baseNew: 300_000, perByte: 300, failure: 0 },
    { version: 10, base: 0, baseNew: 2_000, perByte: 3, failure: 0 },
  ])("table natives of version $version load by the prices of its state access", (row) => {
    const schedule = at(row.version, true);
    expect({
      version: row.version,
      base: schedule.parameter("table.common.load.base"),
      baseNew: schedule.parameter("table.common.load.base_new"),
      perByte: schedule.parameter("table.common.load.per_byte"),
      failure: schedule.parameter("table.common.load.failure"),
    }).toEqual(row);
  });
});
