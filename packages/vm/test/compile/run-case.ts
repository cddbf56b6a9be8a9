import { bytesToHex, hexToBytes, moduleKey, parseAddress, parseModuleId, parseTypeTag } from "@ledger/types";
import { readVectorText } from "@ledger/vectors";
import {
  callFunction,
  LedgerGasMeter,
  type MoveVm,
  readEnvironment,
  type SessionOptions,
  type VmEnvironment,
} from "../../src/index.ts";
import { genesisState, keyText, type StateMap, viewOf } from "../support/genesis.ts";
import { createTestMachine, createTestSession } from "../support/machine.ts";
import { type CallCase, parseCaseFile } from "../vectors/case-file.ts";

/** How a call is run. */
export interface Way {
  readonly compile: SessionOptions["compile"];
  /** Whether the state answers by promises. */
  readonly waits?: boolean;
  /** Execution gas that may be used. */
  readonly limit: number;
}

export const noLimit = 1e15;

/** Vectors that {@link openCases} reads besides the file of cases. */
export const caseState = ["genesis/randomnet.genesis.blob", "genesis/devnet-2025-11.genesis.blob"];

/** The calls of a file of vectors, one of so many, and a machine of their own to run them on. */
export async function openCases(name: string, stride: number) {
  const { cases, modules } = parseCaseFile(readVectorText(`move-vm/${name}.json`));
  const state = new Map(genesisState("randomnet"));
  for (const { name: id, bytecode } of modules) {
    const { address, name: module } = parseModuleId(id);
    if (bytecode !== null) state.set(keyText(moduleKey(address, module)), hexToBytes(bytecode));
  }
  const environment = await readEnvironment(viewOf(genesisState("devnet-2025-11")));
  const vm = createTestMachine();
  const calls = cases.filter((testCase, i) => testCase.kind === "call" && i % stride === 0) as CallCase[];
  return { calls, run: (testCase: CallCase, way: Way) => runCase(vm, environment, state, testCase, way) };
}

/** A limit of gas somewhere inside of what a call costs, another place for each. */
export const limitOf = (gas: number, call: number) => Math.floor(gas * (((call * 7919) % 1000) / 1000));

async function runCase(vm: MoveVm, environment: VmEnvironment, state: StateMap, testCase: CallCase, way: Way) {
  const { limit, compile, waits = false } = way;
  const meter = new LedgerGasMeter({
    schedule: environment.gas,
    maxGasUnits: 2_000_000,
    limits: { execution: limit },
  });
  const session = createTestSession(vm, environment, state, {}, { compile, meter, isLate: waits });
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
