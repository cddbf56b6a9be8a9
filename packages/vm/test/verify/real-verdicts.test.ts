import { decodeModule } from "@ledger/move";
import { hexToBytes } from "@ledger/types";
import { readVectorJson, readVectorText } from "@ledger/vectors/files";
import { describe, expect, test } from "vitest";
import { createEnvironment, Features, VmError } from "../../src/index.ts";
import { Verifier } from "../../src/verify/verifier.ts";

/** As the machine whose verdicts these are. */
const environment = createEnvironment({ features: Features.of([5, 40, 74]) });

/** The status that a module is refused with; `verified` for one that is accepted. */
function verdict(bytes: Uint8Array): string {
  try {
    Verifier.ofModule(decodeModule(bytes), environment.rules).verify();
    return "verified";
  } catch (error) {
    if (error instanceof VmError) return error.status;
    throw error;
  }
}

const { different_verdict: mutants } = readVectorJson<{
  readonly different_verdict: readonly {
    readonly i: number;
    readonly name: string;
    readonly code: string;
    readonly real: string;
  }[];
}>("move-vm/verifier/different-verdict.json");

describe("verdicts of a real machine", () => {
  test.each(mutants)("on mutant $i of $name", ({ code, real }) => {
    expect(verdict(hexToBytes(code))).toBe(real);
  });

  test.each([
    ["slow80", "CONSTRAINT_NOT_SATISFIED"],
    ["slow-dense-120-1000", "VALUE_STACK_PUSH_OVERFLOW"],
  ])("on %s, whose references take seconds without a meter", (name, status) => {
    expect(verdict(hexToBytes(readVectorText(`move-vm/verifier/${name}.hex`).trim()))).toBe(status);
  });
});
