import { string } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import { bytesToHex, moduleKey, parseAddress, parseEntryFunctionId } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { expect, test } from "vitest";
import { callEntryFunction, LedgerGasMeter, readEnvironment, voidContext } from "../../src/index.ts";
import { genesisState, keyText, viewOf } from "../support/genesis.ts";
import { createTestMachine } from "../support/machine.ts";

// Copies its argument, and drops both.
const words = buildModule({
  address: "0xcafe",
  name: "words",
  imports: { structs: [{ type: "0x1::string::String", abilities: ["copy", "drop", "store"] }] },
  functions: [
    {
      name: "repeat",
      visibility: "public",
      entry: true,
      params: ["0x1::string::String"],
      code: [["copy_loc", 0], ["pop"], ["ret"]],
    },
  ],
});
const wordsKey = bytesToHex(moduleKey(parseAddress("0xcafe"), "words"));

describeVectors("a state that answers later", () => {
  const state = genesisState("devnet-2025-11");
  const find = (key: Uint8Array) => {
    const bytes = bytesToHex(key) === wordsKey ? words : state.get(keyText(key));
    return bytes && { bytes };
  };

  test("a text reaches code whatever time that takes, for the same gas", async () => {
    const environment = await readEnvironment(viewOf(state));
    const left: number[] = [];
    for (const answering of [{ get: find }, { get: async (key: Uint8Array) => find(key) }]) {
      const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: 100_000 });
      const session = createTestMachine().createSession({ environment, meter, state: answering, context: voidContext });
      const input = { typeArgs: [], args: [string.encode("tea")], senders: [] };
      const outcome = await callEntryFunction(session, parseEntryFunctionId("0xcafe::words::repeat"), input);
      expect(outcome).toMatchObject({ kind: "returned" });
      left.push(meter.fuel);
    }
    expect(left[1]).toBe(left[0]);
  });
});
