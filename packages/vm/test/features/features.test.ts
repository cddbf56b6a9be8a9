import { maxBinaryVersion } from "@ledger/move";
import { describeVectors, needsVector } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  createEnvironment,
  Features,
  feature,
  featureFlags,
  GasSchedule,
  readEnvironment,
  TimedFeatures,
} from "../../src/index.ts";
import { genesisState, type Network, viewOf } from "../support/genesis.ts";

describe("Features", () => {
  test("bit n is feature n, the lowest bit of a byte first", () => {
    const features = new Features(Uint8Array.of(0b0000_0110, 0b1000_0000));
    expect([0, 1, 2, 3, 14, 15, 16, 1000].filter((flag) => features.has(flag))).toEqual([1, 2, 15]);
  });

  test.each([
    { flags: [], version: 5 },
    { flags: [feature.binaryFormat6], version: 6 },
    { flags: [feature.binaryFormat6, feature.binaryFormat7], version: 7 },
    { flags: [feature.binaryFormat10], version: 10 },
  ])("binary format $version with flags $flags", ({ flags, version }) => {
    expect(Features.of(flags).maxBinaryVersion).toBe(version);
  });

  test("every binary format that is read has a flag", () => {
    expect(Features.of(Object.values(featureFlags)).maxBinaryVersion).toBe(maxBinaryVersion);
  });
});

describe("TimedFeatures", () => {
  const micros = (text: string): bigint => BigInt(Date.parse(text)) * 1000n;

  test.each([
    // Noon in Los Angeles is 20:00 UTC in winter, 19:00 in summer.
    { name: "EntryCompatibility", chainId: 1, at: "2024-11-12T20:00:00Z" },
    { name: "EntryCompatibility", chainId: 2, at: "2024-11-06T20:00:00Z" },
    { name: "LimitModuleComplexity", chainId: 1, at: "2024-07-03T19:00:00Z" },
    { name: "ChargeBytesForPrints", chainId: 1, at: "2025-03-12T00:00:00Z" },
    { name: "RevisedBounds", chainId: 2, at: "2026-03-04T05:00:00Z" },
    { name: "UseFullTransactionSizeForGasCheck", chainId: 4, at: "2026-02-16T18:00:00Z" },
  ] as const)("$name begins on chain $chainId at $at", ({ name, chainId, at }) => {
    expect(new TimedFeatures(chainId, micros(at)).has(name)).toBe(true);
    expect(new TimedFeatures(chainId, micros(at) - 1n).has(name)).toBe(false);
  });

  test("other networks have all of them from the start", () => {
    expect(new TimedFeatures(243, 0n).has("ConstantSerializedSizeLocalCache")).toBe(true);
    expect(new TimedFeatures(4, 0n).has("RevisedBounds")).toBe(true);
  });
});

describe("environment", () => {
  test("absent resources have the values of the sheet", () => {
    const absent = createEnvironment({});
    expect(absent.chainId).toBe(4);
    expect(absent.gas.parameter("instr.add")).toBe(0);
    expect(absent.features.has(1)).toBe(false);
    expect(absent.limits).toEqual({ typeSize: 128, typeDepth: 20, layoutSize: 513, layoutDepth: 128 });
  });

  test("limits follow version and flags", () => {
    const gas = new GasSchedule({ featureVersion: 34, entries: [{ key: "txn.max_ty_size", value: 64n }] });
    const features = Features.of([feature.lazyLoading]);
    expect(createEnvironment({ gas, features }).limits).toMatchObject({
      typeSize: 64,
      typeDepth: 20,
      layoutSize: 512,
    });
  });
});

describeVectors("environments of published genesis states", () => {
  // The figures of the sheet's table of data sets.
  test.each([
    { network: "mainnet", chainId: 1, version: 3, flags: [1, 2] },
    { network: "testnet", chainId: 2, version: 0, flags: [] },
    { network: "previewnet3", chainId: 0x51, version: 14, flags: undefined },
    { network: "randomnet", chainId: 0x46, version: 13, flags: undefined },
  ] as const)("$network", async ({ network, chainId, version, flags }) => {
    const state = genesisState(network satisfies Network);
    const read = await readEnvironment(viewOf(state));
    expect([read.chainId, read.gas.featureVersion]).toEqual([chainId, version]);
    if (flags !== undefined) expect(enabled(read.features)).toEqual(flags);
  });

  test("devnet, with the flags of its genesis", needsVector("genesis/devnet.genesis.blob"), async () => {
    const state = genesisState("devnet");
    const { features, gas, limits } = await readEnvironment(viewOf(state));
    expect(gas.featureVersion).toBe(54);
    expect(limits.layoutSize).toBe(512);
    const on = "1-5,7-44,46,47,49-60,62-67,69-74,76-83,85-103,105-114,116";
    const flags = on.split(",").flatMap((part) => {
      const [first, last = first] = part.split("-").map(Number) as [number, number?];
      return Array.from({ length: last! - first + 1 }, (_, i) => first + i);
    });
    expect(enabled(features)).toEqual(flags);
  });
});

function enabled(features: Features): number[] {
  return Array.from({ length: 256 }, (_, flag) => flag).filter((flag) => features.has(flag));
}
