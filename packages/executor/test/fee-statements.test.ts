import { frameworkAddress, GasScheduleV2, resourceKey, stateItemSize } from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { feature, GasSchedule, gasScale, LedgerGasMeter } from "@ledger/vm";
import { describe, expect, test } from "vitest";
import { storageFees } from "../src/gas/storage-fees.ts";
import { readFramework } from "../src/index.ts";
import type { Change } from "../src/state/change.ts";
import { rulesWith } from "./support/rules.ts";

type StatementCase = readonly [
  network: string,
  version: string,
  success: boolean,
  status: string,
  gasUnitPrice: number,
  transactionBytes: number,
  gasUsed: number,
  execution: number,
  io: number,
  storageFee: number,
  storageRefund: number,
];
type Slot = readonly [keySize: number, valueLength: number];
type StorageCase = readonly [version: string, octas: number, created: readonly Slot[]];

describeVectors("execution/fee_statements.json", () => {
  const { cases, storage_fee_cases } = readVectorJson<{
    cases: readonly StatementCase[];
    storage_fee_cases: readonly StorageCase[];
  }>("execution/fee_statements.json");
  // The prices are the same on all of the networks: those of the genesis that the local network takes its framework from.
  const framework = readFramework(readVectorBytes("genesis/devnet-2025-11.genesis.blob"));
  const schedule = new GasSchedule(GasScheduleV2.decode(framework.resource("gas_schedule", "GasScheduleV2")));
  const scale = gasScale(schedule);

  describe("gas used follows from its parts", () => {
    const unlimited = { execution: Infinity, io: Infinity, storageFee: Infinity };

    /** Gas units of a transaction whose parts are as large, or as small, as their rounded figures allow. */
    function used([, , , , price, , , execution, io, storageFee]: StatementCase, isLeast: boolean): number {
      const meter = new LedgerGasMeter({ schedule, maxGasUnits: 2_000_000, limits: unlimited });
      const internal = (units: number) => (isLeast ? Math.max(0, (units - 1) * scale + 1) : units * scale);
      meter.charge(internal(execution));
      meter.chargeIo(internal(io));
      meter.chargeStorageFee(storageFee, price);
      return meter.usedGasUnits;
    }

    test.for(cases.map((each) => [`${each[0]} ${each[1]}`, each] as const))("%s", ([, each]) => {
      const gasUsed = each[6];
      expect(used(each, true)).toBeLessThanOrEqual(gasUsed);
      expect(used(each, false)).toBeGreaterThanOrEqual(gasUsed);
    });
  });

  describe("storage fees are those of the slots that were created", () => {
    const rules = rulesWith(["refundableBytes", "storageSlotMetadata"], schedule);

    /** A new item whose key counts for a number of bytes. */
    function created([keySize, valueLength]: Slot): Change {
      const bare = resourceKey(frameworkAddress, { address: frameworkAddress, module: "m", name: "R", typeArgs: [] });
      const missing = keySize - stateItemSize(bare, new Uint8Array());
      const name = `R${"x".repeat(Math.max(0, missing))}`;
      const key = resourceKey(frameworkAddress, { address: frameworkAddress, module: "m", name, typeArgs: [] });
      // Shorter keys are those of table items: handle and key.
      const table = new Uint8Array(1 + keySize).fill(1);
      return {
        key: missing < 0 ? table : key,
        item: missing < 0 ? "table_item" : "resource",
        kind: "creation",
        value: new Uint8Array(valueLength),
        metadata: { kind: "V0", value: { deposit: 0n, creationTimeUsecs: 1n } },
        previousSize: 0,
      };
    }

    test.for(storage_fee_cases)("version %s: %s octas", ([, octas, slots]) => {
      const changes = slots.map(created);
      for (const [index, [keySize, valueLength]] of slots.entries()) {
        expect(stateItemSize(changes[index]!.key, changes[index]!.value)).toBe(keySize + valueLength);
      }
      const { fee, changes: charged } = storageFees(schedule, rules, { changes, events: [], transactionSize: 300 });
      expect(fee).toBe(BigInt(octas));
      // The deposits, which a deletion gives back, are the whole fee.
      const deposits = charged.map(({ metadata }) =>
        metadata?.kind === "V1" ? metadata.value.slotDeposit + metadata.value.bytesDeposit : -1n,
      );
      expect(deposits.reduce((sum, deposit) => sum + deposit, 0n)).toBe(fee);
      const deletions = charged.map((change): Change => ({ ...change, kind: "deletion", value: new Uint8Array() }));
      expect(storageFees(schedule, rules, { changes: deletions, events: [], transactionSize: 300 }).refund).toBe(fee);
    });
  });
});

describeVectors("execution/feature_flags.json", () => {
  type FlagCase = readonly [number: number, name: string, byDefault: boolean, devnet: boolean, mainnet: boolean];
  const { cases } = readVectorJson<{ cases: readonly FlagCase[] }>("execution/feature_flags.json");

  test("the flags that the machine asks for have these numbers", () => {
    const known = new Map(cases.map(([number, name]) => [number, name]));
    const unknown = Object.values(feature).filter((number) => !known.has(number));
    expect(unknown).toEqual([]);
    expect(known.get(feature.keyless)).toBe("KEYLESS_ACCOUNTS");
    expect(known.get(feature.zklessKeyless)).toBe("KEYLESS_BUT_ZKLESS_ACCOUNTS");
    expect(known.get(feature.keylessPasskeys)).toBe("KEYLESS_ACCOUNTS_WITH_PASSKEYS");
    expect(known.get(feature.slhDsa)).toBe("SLH_DSA_SHA2_128S_SIGNATURE");
  });

  describeVectors("genesis/devnet.genesis.blob", () => {
    test("those of a genesis are read off its resource", () => {
      const { enabledFeatures } = readFramework(readVectorBytes("genesis/devnet.genesis.blob"));
      // Two that the list does not know are on as well.
      const on = cases.filter(([, , , devnet]) => devnet).map(([number]) => BigInt(number));
      expect(enabledFeatures.filter((number) => number !== 114n && number !== 116n)).toEqual(on);
    });
  });
});
