import type { InstructionSpec, ModuleSpec } from "@ledger/move";
import { buildModule, decodeModule, encodeModule } from "@ledger/move";
import { describe, expect, test } from "vitest";
import { checkComplexity, checkDecodedModule, checkMetadataBudget, VmError } from "../../src/index.ts";
import { opcodeOf } from "../../src/instructions/names.ts";
import { Verifier } from "../../src/verify/verifier.ts";
import { chain } from "./cases/cost.ts";
import { everything, module } from "./crafted.ts";

const published = "published";

describe("the cost of verifying", () => {
  const many = (count: number): Uint8Array => {
    const one = chain(8);
    return module({ functions: Array.from({ length: count }, (_, i) => ({ ...one, name: `f${i}` })) });
  };

  test("of a module is the same after its functions have run, and when it is published again", () => {
    const verifier = Verifier.ofModule(decodeModule(many(4)), everything.rules);
    for (let index = 0; index < 4; index++) verifier.checkFunction(index);
    expect(() => verifier.verify()).not.toThrow();
    expect(() => verifier.verify()).not.toThrow();
  });
});

describe("the budget of metadata", () => {
  /** Function handles, each of which counts 128 parameters of 100 parts. */
  const handles = (count: number) => {
    const types = Array.from({ length: 100 }, () => "u64").join();
    const compiled = decodeModule(
      module({
        functions: [{ name: "run", params: Array.from({ length: 128 }, () => `|${types}|`), code: [["ret"]] }],
      }),
    );
    return { ...compiled, functionHandles: Array.from({ length: count }, () => compiled.functionHandles[0]!) };
  };

  test("counts types wherever they are used", () => {
    // 128 parameters of 101 parts at 10 are 129,280, once in the pool, and once for each handle.
    expect(() => checkMetadataBudget(handles(1500))).not.toThrow();
    expect(() => checkMetadataBudget(handles(1600))).toThrow(
      expect.objectContaining({ status: "CONSTRAINT_NOT_SATISFIED" }),
    );
  });
});

describe("the budget of complexity", () => {
  const statusOf = (spec: Partial<ModuleSpec>): string => {
    const bytes = module(spec);
    try {
      checkComplexity(decodeModule(bytes), bytes.length);
      return published;
    } catch (error) {
      if (error instanceof VmError) return error.status;
      throw error;
    }
  };

  test("counts types wherever they are used", () => {
    const wide = `|${Array.from({ length: 100 }, () => "u64").join()}|`;
    const uses = (count: number): Partial<ModuleSpec> => ({
      functions: [
        {
          name: "run",
          code: [...Array.from({ length: count }, (): InstructionSpec => ["call_generic", "other", wide]), ["ret"]],
        },
        { name: "other", typeParams: [{}], code: [["ret"]] },
      ],
    });
    expect(statusOf(uses(1))).toBe(published);
    expect(statusOf(uses(100))).toBe("PROGRAM_TOO_COMPLEX");
  });
});

describe("indexes that decoding leaves alone", () => {
  test("end in the status of code that does not decode", () => {
    const compiled = decodeModule(
      buildModule({ address: "0xbad", name: "m", functions: [{ name: "run", code: [["ret"]] }] }),
    );
    const changed = decodeModule(encodeModule({ ...compiled, variantHandles: [], fieldHandles: [] }));
    expect(() => checkDecodedModule(changed)).not.toThrow();
    const code = {
      ...compiled.functionDefinitions[0]!.code!,
      instructionCount: 2,
      code: Uint8Array.of(opcodeOf.move_loc, 3, opcodeOf.ret),
    };
    const cut = { ...compiled, functionDefinitions: [{ ...compiled.functionDefinitions[0]!, code }] };
    expect(() => checkDecodedModule(cut)).toThrow(expect.objectContaining({ status: "CODE_DESERIALIZATION_ERROR" }));
  });
});
