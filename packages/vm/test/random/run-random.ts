import { Random } from "@ledger/random";
import { bytesToHex, formatAddressLong, moduleKey, parseModuleId } from "@ledger/types";
import {
  CallTrace,
  callFunction,
  createEnvironment,
  Features,
  LedgerGasMeter,
  MoveVm,
  readEnvironment,
  type SessionOptions,
  type VmEnvironment,
  VmError,
  voidContext,
} from "../../src/index.ts";
import { genesisState, keyText, viewOf } from "../support/genesis.ts";
import { describeOutcome } from "../vectors/outcome-text.ts";
import { home } from "./program-types.ts";
import { type RandomProgram, randomProgram } from "./random-program.ts";

/** How many programs were run, how they ended, and where two ways to run one differ. */
export interface RandomReport {
  readonly done: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: readonly { readonly seed: string; readonly module: string; readonly fault: string }[];
}

/** A way to run code. */
interface Way {
  readonly name: string;
  readonly compile: NonNullable<SessionOptions["compile"]>;
  /** One instruction at a time: that is how code runs that is watched. */
  readonly isTraced?: boolean;
  /** Whether the state answers by promises. */
  readonly waits?: boolean;
}

const plain: Way = { name: "interpreted", compile: "never" };
const others: readonly Way[] = [
  { name: "compiled", compile: "always" },
  { name: "compiled when hot", compile: "hot" },
  { name: "traced", compile: "never", isTraced: true },
  { name: "compiled, on a state that answers later", compile: "always", waits: true },
];
const gasUnits = 300;
const allGas = Number.MAX_SAFE_INTEGER;
const formatFlags = [5, 40, 74, 75, 86, 89, 102, 106];

/**
 * Makes programs up that are valid, and runs each in every way there is: results, changes, status, place, gas and memory have to be the same,
 * also where gas ends on the way.
 */
export async function runRandom(
  seed: string,
  count: number,
  onProgress?: (done: number) => void,
): Promise<RandomReport> {
  const genesis = genesisState("devnet-2025-11");
  const { gas } = await readEnvironment(viewOf(genesis));
  const environment = createEnvironment({ features: Features.of(formatFlags), gas });
  const machine = new MoveVm({ natives: new Map() });
  const outcomes = new Map<string, number>();
  const findings: RandomReport["findings"][number][] = [];
  let done = 0;
  for (; done < count; done++) {
    const own = `${seed}/${done}`;
    const random = new Random(own);
    const program = randomProgram(random);
    const find = (fault: string): void => {
      findings.push({ seed: own, module: bytesToHex(program.bytecode), fault });
    };
    try {
      const refusal = await verify(machine, environment, program);
      if (refusal !== undefined) find(`is refused: ${refusal}`);
      for (const args of program.calls) {
        const whole = await run(machine, environment, program, args, plain, allGas);
        outcomes.set(whole.status, (outcomes.get(whole.status) ?? 0) + 1);
        const part = Math.floor(whole.gas * random.fraction());
        const cut = await run(machine, environment, program, args, plain, part);
        for (const way of others) {
          for (const [limit, expected] of [
            [allGas, whole],
            [part, cut],
          ] as const) {
            const actual = await run(machine, environment, program, args, way, limit);
            if (actual.text !== expected.text) {
              find(`${way.name}, gas ${limit}\n  ${actual.text}\n  interpreted: ${expected.text}`);
            }
          }
        }
      }
    } catch (error) {
      find(error instanceof Error ? (error.stack ?? error.message) : `${error}`);
    }
    onProgress?.(done);
  }
  return { done, outcomes, findings };
}

const { address, name: moduleName } = parseModuleId(home);
const programKey = keyText(moduleKey(address, moduleName));

function open(
  machine: MoveVm,
  environment: VmEnvironment,
  { bytecode }: RandomProgram,
  { compile, isTraced = false, waits = false }: Way,
  limit: number,
) {
  const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: gasUnits, limits: { execution: limit } });
  const session = machine.createSession({
    environment,
    state: {
      get(key) {
        const item = keyText(key) === programKey ? { bytes: bytecode } : undefined;
        return waits ? Promise.resolve(item) : item;
      },
    },
    meter,
    compile,
    tracer: isTraced ? new CallTrace().tracer : undefined,
    context: voidContext,
  });
  return { session, meter };
}

/** The status that publishing ends in, if it does. */
async function verify(
  machine: MoveVm,
  environment: VmEnvironment,
  program: RandomProgram,
): Promise<string | undefined> {
  const { session } = open(machine, environment, program, plain, allGas);
  try {
    await session.linkModule(formatAddressLong(address), moduleName);
    return undefined;
  } catch (error) {
    if (error instanceof VmError) return `${error.status} ${error.message}`;
    throw error;
  }
}

/** One call, and all of it that may be compared. */
async function run(
  machine: MoveVm,
  environment: VmEnvironment,
  program: RandomProgram,
  args: readonly Uint8Array[],
  way: Way,
  limit: number,
): Promise<{ readonly status: string; readonly gas: number; readonly text: string }> {
  const { session, meter } = open(machine, environment, program, way, limit);
  const signer = new Uint8Array(32) as typeof address;
  signer[31] = 1;
  const id = { address, module: moduleName, name: "main" };
  const outcome = await callFunction(session, id, [], [{ signer }, ...args]);
  const isFailed = outcome.kind === "failed";
  const place = isFailed ? JSON.stringify(outcome.error.location) : "";
  const changes = isFailed ? [] : session.stateChanges().map((change) => JSON.stringify(change, toText));
  return {
    status: isFailed ? outcome.error.status : "returned",
    gas: meter.executionGas,
    text: `${describeOutcome(outcome)} ${place}, ${meter.executionGas} gas, ${meter.memory} memory left, changes [${changes}]`,
  };
}

function toText(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return bytesToHex(value);
  return typeof value === "bigint" ? `${value}` : value;
}
