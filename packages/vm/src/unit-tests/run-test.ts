import { formatAddress, formatAddressLong, type StateView } from "@ledger/types";
import { callFunction } from "../entry/call-function.ts";
import type { VmEnvironment } from "../environment/environment.ts";
import { LedgerGasMeter } from "../gas/ledger-gas-meter.ts";
import { MoveVm } from "../move-vm.ts";
import { type DebugOutput, debugOutput } from "../natives/framework/debug.ts";
import { frameworkNatives } from "../natives/index.ts";
import { type SessionContext, voidContext } from "../port/context.ts";
import type { Session } from "../port/session.ts";
import type { Tracer } from "../run/tracer.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import { errorText, expectationText, isExpected } from "./expected-failure.ts";
import { testNatives } from "./natives/index.ts";
import { RandomBytes } from "./random-bytes.ts";
import { randomValue } from "./random-value.ts";
import { type OpenCall, StackTracer } from "./stack-tracer.ts";
import type { UnitTest } from "./unit-test.ts";

/** The state and rules of tests. */
export interface TestBench {
  /** The modules, with test code in them; resources where there are some. */
  readonly state: StateView;
  /** The rules. Keep it for all tests, so that they share what is learnt of the code. */
  readonly environment: VmEnvironment;
  /** Gas units after which a test ends with `OUT_OF_GAS`: 100,000 when absent, a hundred times what a transaction of mainnet may use. */
  readonly maxGasUnits?: number | undefined;
  /** Sees what runs; nothing is compiled then. */
  readonly tracer?: Tracer | undefined;
  /** How often a test with random arguments runs: 100 times when absent. */
  readonly randomRuns?: number | undefined;
  /** Decides what the random arguments are; the same in every run when absent. */
  readonly seed?: string | undefined;
}

/** How a test went. */
export interface TestResult {
  /** The reason why the test failed; undefined when it passed. */
  readonly failure: TestFailure | undefined;
  /** Gas units that the run used; of random arguments the one that used most. */
  readonly gasUsed: number;
  /** The prints of the code. */
  readonly output: readonly DebugOutput[];
}

/** How a test failed. */
export interface TestFailure {
  /** The reason in words. */
  readonly reason: string;
  /** The failure of the code; undefined where it should have failed and returned. */
  readonly error: VmError | undefined;
  /** The calls that were open, innermost first. */
  readonly calls: readonly OpenCall[];
  /** The random arguments, where the test has some: `x = 7`. */
  readonly randomArguments: readonly string[];
}

const defaultGas = 100_000;
const defaultRuns = 100;

/** One machine for all tests: what it learns of an environment serves every later test. */
const machine = /* @__PURE__ */ new MoveVm({ natives: new Map([...frameworkNatives, ...testNatives]) });

/** The transaction of tests: all have the same one, which belongs to no account. Its hashes decide what is random, and new addresses. */
const context: SessionContext = /* @__PURE__ */ {
  ...voidContext,
  sessionHash: Uint8Array.of(1),
  scriptHash: Uint8Array.of(1),
  unbiasable: true,
};

/**
 * Runs a test alone: no other test sees what it writes. A test with random arguments runs many times and ends with the first run that
 * fails.
 *
 * @throws what the state throws; `HostError`
 */
export async function runTest(test: UnitTest, bench: TestBench): Promise<TestResult> {
  const runs = test.arguments.includes(undefined) ? (bench.randomRuns ?? defaultRuns) : 1;
  let gasUsed = 0;
  let output: readonly DebugOutput[] = [];
  for (let run = 0; run < runs; run++) {
    const attempt = await runOnce(test, bench, run, bench.tracer);
    gasUsed = Math.max(gasUsed, attempt.gasUsed);
    output = attempt.output;
    const { failure } = attempt;
    if (failure === undefined) continue;
    const stack = new StackTracer();
    await runOnce(test, bench, run, stack.tracer);
    return { failure: { ...failure, calls: stack.callsOf(failure.error) }, gasUsed, output };
  }
  return { failure: undefined, gasUsed, output };
}

interface Attempt extends Omit<TestResult, "failure"> {
  readonly failure: Omit<TestFailure, "calls"> | undefined;
}

/** @param run - number of the run, which decides the random arguments */
async function runOnce(test: UnitTest, bench: TestBench, run: number, tracer: Tracer | undefined): Promise<Attempt> {
  const { state, environment, maxGasUnits = defaultGas, seed = "" } = bench;
  const limits = { execution: Infinity, io: Infinity, storageFee: Infinity };
  const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits, limits });
  meter.memory = Infinity;
  const session = machine.createSession({ environment, state, context, meter, tracer });
  const { address, module, name } = test.id;
  const random = new RandomBytes(`${seed} ${formatAddress(address)}::${module}::${name} ${run}`);
  const randomArguments: string[] = [];
  const error = await errorOf(session, test, random, randomArguments);
  const reason = mismatch(test, error, maxGasUnits);
  return {
    failure: reason === undefined ? undefined : { reason, error, randomArguments },
    gasUsed: meter.usedGasUnits,
    output: session.extension(debugOutput),
  };
}

/** Calls a test. @returns how it failed, undefined when it returned */
async function errorOf(
  session: Session,
  { id, arguments: given }: UnitTest,
  random: RandomBytes,
  randomArguments: string[],
): Promise<VmError | undefined> {
  try {
    const { params } = await session.signature(formatAddressLong(id.address), id.module, id.name);
    const args = given.map((value, i) => {
      const type = params[i] ?? primitiveTypes.Signer;
      if (value !== undefined) return isSigner(type) ? { signer: value } : value;
      const made = randomValue(type, random);
      if (made === undefined) throw new VmError("TYPE_MISMATCH", `there are no random values of type ${type.text}`);
      randomArguments.push(made.text);
      return made.argument;
    });
    const outcome = await callFunction(session, id, [], args);
    return outcome.kind === "failed" ? outcome.error : undefined;
  } catch (error) {
    if (error instanceof VmError) return error;
    throw error;
  }
}

function isSigner(type: Type): boolean {
  return type.kind === "Signer" || (type.kind === "Reference" && isSigner(type.target));
}

/** Why an end is not the expected one; undefined when it is. */
function mismatch({ expectedFailure }: UnitTest, error: VmError | undefined, maxGasUnits: number): string | undefined {
  if (error === undefined)
    return expectedFailure && `the test returned, but must fail with ${expectationText(expectedFailure)}`;
  if (expectedFailure !== undefined && isExpected(expectedFailure, error)) return undefined;
  const bound = error.status === "OUT_OF_GAS" ? ` (a test may use ${maxGasUnits} gas units: maxGasUnits)` : "";
  const actual = `${errorText(error)}: ${error.abortMessage ?? error.message}${bound}`;
  if (expectedFailure === undefined) return `the test failed with ${actual}`;
  return `the test must fail with ${expectationText(expectedFailure)}, but failed with ${actual}`;
}
