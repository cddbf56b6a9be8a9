import type { InstructionSpec } from "@ledger/move";
import { describe, expect, test } from "vitest";
import { createEnvironment, Features } from "../../src/index.ts";
import {
  box,
  changed,
  everything,
  fields,
  fn,
  loops,
  module,
  publish,
  type Refusal,
  shape,
  withCode,
} from "./crafted.ts";

function repeat(count: number, ...code: InstructionSpec[]): InstructionSpec[] {
  return Array.from({ length: count }, () => code).flat();
}

const features: readonly Refusal[] = [
  ["an enum", "FEATURE_NOT_ENABLED", module({ structs: [shape] })],
  ["a function type", "FEATURE_NOT_ENABLED", module({ functions: [fn({ locals: ["|u64|u64"] })] })],
  [
    "access specifiers",
    "FEATURE_NOT_ENABLED",
    changed({}, ({ functionHandles }) => ({
      functionHandles: functionHandles.map((handle) => ({ ...handle, accessSpecifiers: [] })),
    })),
  ],
];

const limits: readonly Refusal[] = [
  [
    "33 type parameters of a function",
    "TOO_MANY_TYPE_PARAMETERS",
    module({ functions: [fn({ typeParams: repeatSpec(33, {}) })] }),
  ],
  [
    "33 type parameters of a struct",
    "TOO_MANY_TYPE_PARAMETERS",
    module({ structs: [{ name: "Wide", typeParams: repeatSpec(33, { phantom: true }), fields }] }),
  ],
  ["129 parameters", "TOO_MANY_PARAMETERS", module({ functions: [fn({ params: repeatSpec(129, "u8") })] })],
  [
    "129 results",
    "TOO_MANY_PARAMETERS",
    module({ functions: [fn({ returns: repeatSpec(129, "u8"), code: [...repeat(129, ["ld_u8", 0]), ["ret"]] })] }),
  ],
  [
    "a type of 33 structs, of 4 nodes each",
    "TOO_MANY_TYPE_NODES",
    module({ structs: [box], functions: [fn({ locals: [`|${repeatSpec(33, "0xbad::m::Box<u8>").join()}|()`] })] }),
  ],
  [
    "a type of 22 levels",
    "TOO_MANY_TYPE_NODES",
    module({ functions: [fn({ locals: [`${"vector<".repeat(21)}u8${">".repeat(21)}`] })] }),
  ],
  ["6 loops inside one another", "LOOP_MAX_DEPTH_REACHED", module(withCode(loops(6)))],
  [
    "1,025 blocks",
    "TOO_MANY_BASIC_BLOCKS",
    module(
      withCode(
        [...repeat(1024, ["ld_true"], ["br_true", 0]), ["ret"]].map(
          (code, i) => (code[0] === "br_true" ? ["br_true", i + 1] : code) as InstructionSpec,
        ),
      ),
    ),
  ],
  [
    "10,001 pushes in a block",
    "VALUE_STACK_PUSH_OVERFLOW",
    module(withCode([...repeat(10_001, ["ld_u8", 0], ["pop"]), ["ret"]])),
  ],
  [
    "1,025 operands",
    "VALUE_STACK_OVERFLOW",
    module(withCode([...repeat(1025, ["ld_u8", 0]), ...repeat(1025, ["pop"]), ["ret"]])),
  ],
  ["256 locals", "TOO_MANY_LOCALS", module({ functions: [fn({ locals: repeatSpec(255, "u8"), params: ["u8"] })] })],
  [
    "1,101 structs",
    "MAX_STRUCT_DEFINITIONS_REACHED",
    module({ structs: Array.from({ length: 1101 }, (_, i) => ({ name: `S${i}`, fields })) }),
  ],
  [
    "65 fields",
    "MAX_FIELD_DEFINITIONS_REACHED",
    module({
      structs: [{ name: "Wide", fields: Array.from({ length: 65 }, (_, i) => ({ name: `f${i}`, type: "u8" })) }],
    }),
  ],
  [
    "1,001 functions",
    "MAX_FUNCTION_DEFINITIONS_REACHED",
    module({ functions: Array.from({ length: 1001 }, (_, i) => fn({ name: `f${i}` })) }),
  ],
];

/** What lies within every limit, and only just. */
const within: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ["32 type parameters", module({ functions: [fn({ typeParams: repeatSpec(32, {}) })] })],
  ["128 parameters", module({ functions: [fn({ params: repeatSpec(128, "u8") })] })],
  ["5 loops inside one another", module(withCode(loops(5)))],
  [
    "loops one after the other",
    module(
      withCode([
        ...repeat(9, ["ld_true"]).flatMap((_, i): InstructionSpec[] => [["ld_true"], ["br_true", 2 * i]]),
        ["ret"],
      ]),
    ),
  ],
  [
    "1,023 blocks",
    module(
      withCode(
        [...repeat(1022, ["ld_true"], ["br_true", 0]), ["ret"]].map(
          (code, i) => (code[0] === "br_true" ? ["br_true", i + 1] : code) as InstructionSpec,
        ),
      ),
    ),
  ],
  ["10,000 pushes in a block", module(withCode([...repeat(10_000, ["ld_u8", 0], ["pop"]), ["ret"]]))],
  [
    "64 fields",
    module({
      structs: [{ name: "Wide", fields: Array.from({ length: 64 }, (_, i) => ({ name: `f${i}`, type: "u8" })) }],
    }),
  ],
];

function repeatSpec<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

describe("what a ledger has turned on", () => {
  const nothing = createEnvironment({ features: Features.of([]) });

  test.each(features)("%s", async (_what, status, bytes) => {
    expect(await publish(bytes, nothing)).toBe(status);
    expect(await publish(bytes)).toBe("published");
  });

  test("without function values types may be larger, and results more", async () => {
    const functions = [fn({ returns: repeatSpec(129, "u8"), code: [...repeat(129, ["ld_u8", 0]), ["ret"]] })];
    expect(await publish(module({ functions }), nothing)).toBe("published");
    const deep = fn({ locals: [`${"vector<".repeat(30)}u8${">".repeat(30)}`] });
    expect(await publish(module({ functions: [deep] }), nothing)).toBe("published");
  });
});

describe("the ledger's limits", () => {
  test.each(limits)("%s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });

  test.each(within)("%s are let pass", async (_what, bytes) => {
    expect(await publish(bytes)).toBe("published");
  });

  test("those of definitions began at an instant, and were widened soon", async () => {
    const { features, gas } = everything;
    const on = (day: string) => {
      const lastReconfigurationTime = BigInt(Date.parse(`${day}T00:00:00Z`)) * 1000n;
      return createEnvironment({ features, gas, chainId: 1, lastReconfigurationTime });
    };
    for (const [, status, bytes] of limits.filter(([, name]) => name.startsWith("MAX_"))) {
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
});
