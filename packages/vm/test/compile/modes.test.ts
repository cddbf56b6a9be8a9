import { describeVectors } from "@ledger/vectors";
import { expect, test } from "vitest";
import { caseState, limitOf, noLimit, openCases } from "./run-case.ts";

// The three ways to run code share no loop: that they agree to the gas unit and the unit of memory, also where gas ends in
// the middle of a block, is what makes them one machine.
describeVectors("the interpreter, compiled code, and a state that answers later", () => {
  test.each(["random", "written"])("agree on %s", async (name) => {
    const { calls, run } = await openCases(name, 6);
    const differing: object[] = [];
    for (const [i, call] of calls.entries()) {
      const plain = await run(call, { compile: "never", limit: noLimit });
      const compiled = await run(call, { compile: "always", limit: noLimit });
      const waiting = await run(call, { compile: "always", waits: true, limit: noLimit });
      const limit = limitOf(plain.gas, i);
      const cut = await run(call, { compile: "never", limit });
      const cutCompiled = await run(call, { compile: "always", limit });
      for (const [one, other] of [
        [plain, compiled],
        [plain, waiting],
        [cut, cutCompiled],
      ]) {
        if (JSON.stringify(one) !== JSON.stringify(other)) differing.push({ id: call.id, one, other });
      }
    }
    expect(differing).toEqual([]);
  });
}, ["move-vm/random.json", "move-vm/written.json", ...caseState]);
