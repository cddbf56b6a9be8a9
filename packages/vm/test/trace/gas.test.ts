import { parseEntryFunctionId, parseTypeTag } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  CallTrace,
  callViewFunction,
  LedgerGasMeter,
  readEnvironment,
  type TracedCall,
  voidContext,
} from "../../src/index.ts";
import { genesisState, viewOf } from "../support/genesis.ts";
import { createTestMachine } from "../support/machine.ts";

/** Gas of every frame without that of the calls in it. */
function ownGas(calls: readonly TracedCall[]): number[] {
  return calls.flatMap(({ gas, calls: inner }) => [
    gas - inner.reduce((sum, call) => sum + call.gas, 0),
    ...ownGas(inner),
  ]);
}

describeVectors("the gas of a trace", () => {
  const state = genesisState("devnet-2025-11");
  const machine = createTestMachine();

  describe("of views of a published framework", () => {
    test.each([
      ["0x1::coin::supply", ["0x1::aptos_coin::AptosCoin"]],
      ["0x1::coin::name", ["0x1::aptos_coin::AptosCoin"]],
      ["0x1::block::get_current_block_height", []],
      ["0x1::chain_id::get", []],
    ])("%s: frames add up to what the meter took", async (name, types) => {
      const environment = await readEnvironment(viewOf(state));
      const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: 100_000 });
      const trace = new CallTrace();
      const session = machine.createSession({
        environment,
        meter,
        state: viewOf(state),
        context: voidContext,
        tracer: trace.tracer,
      });
      await callViewFunction(session, parseEntryFunctionId(name), types.map(parseTypeTag), []);
      const total = meter.usedGas;
      expect(total).toBeGreaterThan(0);
      const own = ownGas(trace.calls);
      expect(own.every((gas) => gas >= 0)).toBe(true);
      expect(own.reduce((sum, gas) => sum + gas, 0)).toBe(total);
      // The same in both forms of a flame chart.
      const folded = trace.foldedStacks().split("\n");
      expect(folded.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0)).toBe(total);
      const [profile] = JSON.parse(trace.speedscope()).profiles;
      expect(profile.endValue - profile.startValue).toBe(total);
    });
  });
});
