import { describeVectors } from "@ledger/vectors";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emitters } from "../../src/compile/emitters.ts";
import type { InstructionName } from "../../src/instructions/table.ts";
import { caseState, limitOf, noLimit, openCases } from "./run-case.ts";

/** Instructions of all kinds, none of which ends a segment of gas. */
const left: readonly InstructionName[] = ["add", "eq", "ld_u64", "pop", "st_loc"];
const table: Partial<Record<InstructionName, unknown>> = emitters;
const whole = { ...emitters };

beforeEach(() => {
  for (const name of left) delete table[name];
});
afterEach(() => {
  Object.assign(table, whole);
});

// So a new instruction is right before it is fast.
describeVectors("instructions without an emitter", () => {
  test("cost and do the same in compiled code, wherever they lie", async () => {
    const { calls, run } = await openCases("random", 18);
    const differing: object[] = [];
    for (const [i, call] of calls.entries()) {
      const plain = await run(call, { compile: "never", limit: noLimit });
      for (const limit of [noLimit, limitOf(plain.gas, i)]) {
        const one = await run(call, { compile: "never", limit });
        const other = await run(call, { compile: "always", limit });
        if (JSON.stringify(one) !== JSON.stringify(other)) differing.push({ id: call.id, one, other });
      }
    }
    expect(differing).toEqual([]);
  });
}, ["move-vm/random.json", ...caseState]);
