import { describe, expect, test } from "vitest";
import { createEnvironment, GasSchedule } from "../../src/index.ts";
import { tableCases } from "./cases/tables.ts";
import { everything, fields, fn, module, publish } from "./crafted.ts";

describe("the ledger's limits", () => {
  test("those of definitions began at an instant, and were widened soon", async () => {
    const { features, gas } = everything;
    const on = (day: string) => {
      const lastReconfigurationTime = BigInt(Date.parse(`${day}T00:00:00Z`)) * 1000n;
      return createEnvironment({ features, gas, chainId: 1, lastReconfigurationTime });
    };
    for (const { status, bytes } of tableCases.filter(({ status }) => status.startsWith("MAX_"))) {
      expect([status, await publish(bytes, on("2026-02-26"))]).toEqual([status, "published"]);
      expect(await publish(bytes, on("2026-03-01"))).toBe(status);
    }
    const structs = module({ structs: Array.from({ length: 201 }, (_, i) => ({ name: `S${i}`, fields })) });
    const variants = Array.from({ length: 65 }, (_, i) => ({ name: `V${i}` }));
    const anEnum = module({ structs: [{ name: "Many", variants }] });
    expect(await publish(structs, on("2026-03-01"))).toBe("MAX_STRUCT_DEFINITIONS_REACHED");
    expect(await publish(anEnum, on("2026-03-01"))).toBe("MAX_STRUCT_VARIANTS_REACHED");
    expect([await publish(structs, on("2026-03-06")), await publish(anEnum, on("2026-03-06"))]).toEqual([
      "published",
      "published",
    ]);
  });

  test("what function types name is looked at since a version of the gas schedule", async () => {
    const needy = module({
      structs: [{ name: "Needy", abilities: ["drop"], typeParams: [{ constraints: ["copy"] }], fields }],
      functions: [fn({ locals: ["|0xbad::m::Needy<signer>|"] })],
    });
    const since = (featureVersion: number) =>
      createEnvironment({ features: everything.features, gas: new GasSchedule({ featureVersion, entries: [] }) });
    expect(await publish(needy, since(37))).toBe("published");
    expect(await publish(needy, since(38))).toBe("CONSTRAINT_NOT_SATISFIED");
  });
});
