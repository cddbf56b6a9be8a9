import { bytesToHex, hexToBytes, moduleKey, parseAddress, parseModuleId, parseTypeTag } from "@ledger/types";
import { describeVectors, readVectorText } from "@ledger/vectors";
import { expect, test } from "vitest";
import {
  callFunction,
  LedgerGasMeter,
  MoveVm,
  readEnvironment,
  type SessionOptions,
  type VmEnvironment,
} from "../../src/index.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { genesisState, keyText, type StateMap, viewOf } from "../support/genesis.ts";
import { type CallCase, parseCaseFile } from "../vectors/case-file.ts";

/** How a call is run. */
interface Way {
  readonly compile: SessionOptions["compile"];
  /** Whether the state answers by promises. */
  readonly waits?: boolean;
  /** Execution gas that may be used. */
  readonly limit: number;
}

const noLimit = 1e15;
/** One case of so many is run, in each way. */
const stride = 6;

// The three ways to run code share no loop: that they agree to the gas unit and the unit of memory, also where gas ends in
// the middle of a block, is what makes them one machine.
describeVectors("the interpreter, compiled code, and a state that answers later", () => {
  test.each(["random", "written"])("agree on %s", async (name) => {
    const { cases, modules } = parseCaseFile(readVectorText(`move-vm/${name}.json`));
    const state = new Map(genesisState("randomnet"));
    for (const { name: id, bytecode } of modules) {
      const { address, name: module } = parseModuleId(id);
      if (bytecode !== null) state.set(keyText(moduleKey(address, module)), hexToBytes(bytecode));
    }
    const rules = genesisState("devnet-2025-11");
    const environment = await readEnvironment(viewOf(rules));
    const vm = new MoveVm({ natives: frameworkNatives });
    const differing: object[] = [];
    for (const [i, testCase] of cases.entries()) {
      if (testCase.kind !== "call" || i % stride > 0) continue;
      const run = (way: Way) => runCase(vm, environment, state, testCase, way);
      const plain = await run({ compile: "never", limit: noLimit });
      const compiled = await run({ compile: "always", limit: noLimit });
      const waiting = await run({ compile: "always", waits: true, limit: noLimit });
      // Somewhere inside of what the call costs, another place for each case.
      const limit = Math.floor(plain.gas * (((i * 7919) % 1000) / 1000));
      const cut = await run({ compile: "never", limit });
      const cutCompiled = await run({ compile: "always", limit });
      for (const [one, other] of [
        [plain, compiled],
        [plain, waiting],
        [cut, cutCompiled],
      ]) {
        if (JSON.stringify(one) !== JSON.stringify(other)) differing.push({ id: testCase.id, one, other });
      }
    }
    expect(differing).toEqual([]);
  });
}, [
  "move-vm/random.json",
  "move-vm/written.json",
  "genesis/randomnet.genesis.blob",
  "genesis/devnet-2025-11.genesis.blob",
]);

async function runCase(vm: MoveVm, environment: VmEnvironment, state: StateMap, testCase: CallCase, way: Way) {
  const { limit, compile, waits = false } = way;
  const meter = new LedgerGasMeter({
    schedule: environment.gas,
    maxGasUnits: 2_000_000,
    limits: { execution: limit },
  });
  const view = viewOf(state);
  const session = vm.createSession({
    environment,
    state: waits ? { get: async (key) => view.get(key) } : view,
    meter,
    compile,
    context: {
      sessionHash: new Uint8Array(32),
      scriptHash: new Uint8Array(0),
      sessionNumber: 5,
      user: undefined,
      unbiasable: false,
      storageUsage: undefined,
    },
  });
  const { address, name: module } = parseModuleId(testCase.module);
  const args = testCase.args.map(({ type, bcs }) =>
    type === "signer" || type === "&signer" ? { signer: parseAddress(`0x${bcs}`) } : hexToBytes(bcs),
  );
  const id = { address, module, name: testCase.function };
  const outcome = await callFunction(session, id, testCase.type_args.map(parseTypeTag), args);
  const hex = (values: readonly { readonly bytes: Uint8Array }[]) => values.map(({ bytes }) => bytesToHex(bytes));
  const { memory, executionGas: gas } = meter;
  if (outcome.kind === "returned") return { gas, memory, results: hex(outcome.results), mutated: hex(outcome.mutated) };
  const { status, abortCode, location } = outcome.error;
  return { gas, memory, status, abort: abortCode?.toString(), location };
}
