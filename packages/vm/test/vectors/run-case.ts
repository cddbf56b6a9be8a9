import {
  bytesToHash,
  bytesToHex,
  decodeStateKey,
  type EntryFunctionId,
  formatAddressLong,
  hexToBytes,
  moduleKey,
  Path,
  parseAddress,
  parseModuleId,
  parseTypeTag,
  resourceKey,
  sha3_256,
  tableHandleAddress,
  tableItemKey,
} from "@ledger/types";
import { shortAddress } from "../../src/address.ts";
import { feature } from "../../src/features/feature.ts";
import {
  callFunction,
  callScript,
  createEnvironment,
  Features,
  type FunctionArgument,
  type FunctionOutcome,
  LedgerGasMeter,
  type MoveVm,
  readEnvironment,
  type Session,
  type SessionChange,
  structToTag,
  type VmEnvironment,
  VmError,
  voidContext,
} from "../../src/index.ts";
import { genesisState, keyText, type Network, type StateMap, viewOf } from "../support/genesis.ts";
import { createTestMachine, createTestSession, type TestSessionOptions } from "../support/machine.ts";
import type { CallCase, Case, CaseArgument, CaseFile, ExpectedWrite, FunctionStep, ScriptStep } from "./case-file.ts";
import { networkOf } from "./case-file.ts";
import { describeExpectation, describeOutcome } from "./outcome-text.ts";

/** What differed in a case: undefined when nothing did. */
export type CaseResult = { readonly expected: string; readonly actual: string } | undefined;

/** Most tables that a case makes in one transaction. */
const mostTables = 16;

/** Handles of tables by number, in hex: here, and as the recording machine makes them, with 36 bytes for a session. */
const tableHandles = Array.from({ length: mostTables }, (_, i) => {
  const recorded = sha3_256(hexToBytes(`00000002${"00".repeat(31)}02`), Uint8Array.of(0, 0, 0, i));
  return {
    own: bytesToHex(tableHandleAddress(bytesToHash(voidContext.sessionHash), i)),
    recorded: bytesToHex(recorded),
  };
});

/** Puts the recorded handles of tables in the place of ours. */
function withRecordedHandles(text: string): string {
  return tableHandles.reduce((changed, { own, recorded }) => changed.replaceAll(own, recorded), text);
}

/** How cases are run: on a state that answers late, gas is counted too. */
export type CaseOptions = Pick<TestSessionOptions, "compile" | "isLate">;

/** Runs the cases of one file; their modules are loaded once. */
export class CaseRunner {
  readonly #machine: MoveVm = createTestMachine();
  readonly #modules: StateMap;
  readonly #environment: VmEnvironment;

  readonly #options: CaseOptions;

  private constructor(modules: StateMap, environment: VmEnvironment, options: CaseOptions) {
    this.#options = options;
    this.#modules = modules;
    this.#environment = environment;
  }

  /** Takes a file's modules from it and from the genesis that it names. */
  static async create(file: CaseFile, options: CaseOptions = {}): Promise<CaseRunner> {
    const genesis = genesisState(networkOf(file) as Network);
    const modules = new Map<string, Uint8Array>();
    for (const [key, value] of genesis) if (isCode(key)) modules.set(key, value);
    for (const { name, bytecode } of file.modules) {
      if (bytecode === null) continue;
      const { address, name: module } = parseModuleId(name);
      modules.set(keyText(moduleKey(address, module)), hexToBytes(bytecode));
    }
    const { chainId, features } = await readEnvironment(viewOf(genesis));
    // The machine that made the cases had enums, also where the genesis is older.
    const flags = Array.from({ length: 256 }, (_, flag) => flag).filter((flag) => features.has(flag));
    const withEnums = Features.of([...flags, feature.enumTypes]);
    return new CaseRunner(modules, createEnvironment({ chainId, features: withEnums }), options);
  }

  /** Runs a case. */
  async run(testCase: Case): Promise<CaseResult> {
    if (testCase.kind === "call") return this.#runCall(testCase);
    const state = new Map(this.#modules);
    for (const [i, step] of testCase.steps.entries()) {
      const result = await this.#runStep(step, testCase.kind === "sequence" ? testCase.module : "", state);
      if (result !== undefined) {
        return { expected: `step ${i}: ${result.expected}`, actual: `step ${i}: ${result.actual}` };
      }
    }
    return undefined;
  }

  async #runCall({ module, function: name, type_args, args, expect }: CallCase): Promise<CaseResult> {
    const session = this.#session(this.#modules);
    const typeArgs = type_args.map(parseTypeTag);
    const outcome = await callFunction(session, functionId(module, name), typeArgs, args.map(toArgument));
    return compare(describeExpectation(expect), describeOutcome(outcome));
  }

  async #runStep(step: FunctionStep | ScriptStep, module: string, state: Map<string, Uint8Array>): Promise<CaseResult> {
    const session = this.#session(state);
    const isTransaction = step.signers !== undefined;
    const outcome = "script" in step ? await runScript(session, step) : await runFunction(session, step, module);
    if (!isTransaction || outcome.kind === "failed") {
      return compare(describeExpectation(step.expect), describeOutcome(outcome));
    }
    const changes = await session.changes();
    const { abort, failure, writes = [], tables_created = [] } = step.expect;
    if (abort !== undefined || failure !== undefined)
      return { expected: describeExpectation(step.expect), actual: "done" };
    for (const change of changes) {
      const key = keyText(keyOf(change));
      if (change.value === undefined) state.delete(key);
      else state.set(key, change.value);
    }
    const tables = tables_created.map((table) => `${table.handle} of ${table.key_type} to ${table.value_type}`);
    return compare(describeWrites(writes, tables), describeWrites(changes.map(toExpectedWrite), newTables(session)));
  }

  #session(state: StateMap): Session {
    const { compile, isLate } = this.#options;
    // The sizes of values are counted for a meter only; this one is never empty.
    const meter = isLate ? new LedgerGasMeter({ schedule: this.#environment.gas, maxGasUnits: 1e9 }) : undefined;
    return createTestSession(this.#machine, this.#environment, state, {}, { compile, isLate, meter });
  }
}

async function runFunction(session: Session, step: FunctionStep, module: string): Promise<FunctionOutcome> {
  const id = functionId(step.module ?? module, step.function);
  const typeArgs = step.type_args.map(parseTypeTag);
  // A view has its signers among the arguments.
  if (step.signers === undefined) return callFunction(session, id, typeArgs, step.args.map(toArgument));
  const { params } = await session.signature(formatAddressLong(id.address), id.module, id.name);
  const signers = [...step.signers];
  const others = step.args.map(toArgument);
  const isSigner = params.map((param) => (param.kind === "Reference" ? param.target : param).kind === "Signer");
  // A function without signer parameters takes any number of senders.
  const expected = isSigner.filter(Boolean).length;
  if (expected > 0 && expected !== signers.length) {
    return { kind: "failed", error: new VmError("NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH", "signers") };
  }
  const args = isSigner.map((takesSigner) =>
    takesSigner ? { signer: parseAddress(signers.shift()!) } : others.shift()!,
  );
  return callFunction(session, id, typeArgs, args);
}

function runScript(session: Session, { script, type_args, args, signers = [] }: ScriptStep): Promise<FunctionOutcome> {
  return callScript(session, hexToBytes(script), {
    typeArgs: type_args.map(parseTypeTag),
    args: args.map(({ bcs }) => hexToBytes(bcs)),
    senders: signers.map(parseAddress),
  });
}

function functionId(module: string, name: string): EntryFunctionId {
  const { address, name: moduleName } = parseModuleId(module);
  return { address, module: moduleName, name };
}

/** Signers are their 32 bytes; of references, the value is given. */
function toArgument({ type, bcs }: CaseArgument): FunctionArgument {
  const bytes = hexToBytes(bcs);
  return type === "signer" || type === "&signer" ? { signer: parseAddress(`0x${bytesToHex(bytes)}`) } : bytes;
}

function isCode(key: string): boolean {
  const decoded = decodeStateKey(hexToBytes(key));
  return decoded.kind === "AccessPath" && Path.decode(decoded.value.path).kind === "Code";
}

function compare(expected: string, outcome: string): CaseResult {
  const actual = withRecordedHandles(outcome);
  return expected === actual ? undefined : { expected, actual };
}

function newTables(session: Session): string[] {
  return session.newTables.map(
    ({ handle, keyType, valueType }) => `${handle.slice(2)} of ${keyType.text} to ${valueType.text}`,
  );
}

function describeWrites(writes: readonly ExpectedWrite[], tables: readonly string[]): string {
  const lines = writes.map((write) =>
    "table" in write
      ? `${write.table}[${write.key}] = ${write.value}`
      : `${write.resource} of ${write.address} = ${write.value}`,
  );
  return [...lines.map(withRecordedHandles).sort(), ...tables.map((table) => `new table ${table}`)].join("\n");
}

function keyOf(change: SessionChange): Uint8Array {
  return change.kind === "resource"
    ? resourceKey(parseAddress(change.address), structToTag(change.type))
    : tableItemKey(parseAddress(change.handle), change.key);
}

function toExpectedWrite(change: SessionChange): ExpectedWrite {
  const value = change.value === undefined ? null : bytesToHex(change.value);
  return change.kind === "resource"
    ? { address: shortAddress(change.address), resource: change.type.text, value }
    : { table: change.handle.slice(2), key: bytesToHex(change.key), value };
}
