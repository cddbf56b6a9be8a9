import { decodeModule, MoveError } from "@ledger/move";
import { Random } from "@ledger/random";
import {
  bytesToHex,
  formatAddressLong,
  hexToBytes,
  moduleKey,
  parseAddress,
  parseModuleId,
  parseTypeTag,
} from "@ledger/types";
import {
  callFunction,
  createEnvironment,
  type FunctionArgument,
  type GasSchedule,
  LedgerGasMeter,
  MoveVm,
  readEnvironment,
  type Session,
  type VmEnvironment,
  VmError,
} from "../../src/index.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { genesisState, keyText, type StateMap, viewOf } from "../support/genesis.ts";
import type { CallCase, CaseFile } from "../vectors/case-file.ts";
import { describeOutcome } from "../vectors/outcome-text.ts";
import { mutateModule } from "./mutate-code.ts";

/** How a run went: what happened how often, and the inputs after which the machine did not end in an outcome. */
export interface FuzzReport {
  readonly done: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: readonly { readonly what: string; readonly module: string; readonly fault: string }[];
  readonly slowest: number;
}

/** Options of {@link runFuzz}. */
export interface FuzzOptions {
  readonly seed: string;
  readonly count: number;
  readonly onProgress?: (done: number) => void;
}

/** Gas of one call: some hundred thousand instructions. */
const gasUnits = 200;
/** Most processor time that such a call may take on a slow machine: clocks count what else the machine does. */
const slowMs = 5_000;

const noSession = {
  sessionHash: new Uint8Array(32),
  scriptHash: new Uint8Array(),
  sessionNumber: 5,
  user: undefined,
  unbiasable: false,
  storageUsage: undefined,
};

/** Calls functions of changed modules with changed arguments. Whatever happens must be an outcome of the program. */
export async function runFuzz(file: CaseFile, { seed, count, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const random = new Random(seed);
  const base = genesisState("randomnet");
  const environment = await pricedEnvironment(base);
  const modules = new Map(file.modules.flatMap(({ name, bytecode }) => (bytecode === null ? [] : [[name, bytecode]])));
  const calls = file.cases.filter((one): one is CallCase => one.kind === "call" && modules.has(one.module));
  const state = new Map(base);
  for (const [name, bytecode] of modules) state.set(codeKey(name), hexToBytes(bytecode));
  const machine = new MoveVm({ natives: frameworkNatives });
  const outcomes = new Map<string, number>();
  const findings: FuzzReport["findings"][number][] = [];
  let slowest = 0;
  let done = 0;
  for (; done < count; done++) {
    const call = random.pick(calls);
    let bytes: Uint8Array;
    try {
      bytes = mutateModule(random, decodeModule(hexToBytes(modules.get(call.module)!)));
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      continue;
    }
    const changed = new Map([[codeKey(call.module), bytes]]);
    const began = cpuMs();
    const what = `${call.module}::${call.function}`;
    let outcome: string;
    try {
      const find = (key: string) => changed.get(key) ?? state.get(key);
      const values = call.args.map((argument) => toArgument(random, argument));
      const verified = await verify(machine, environment, find, call.module);
      const interpreted = await run(machine, environment, find, call, values, "never");
      const compiled = await run(machine, environment, find, call, values, "always");
      outcome = interpreted.status;
      outcomes.set(verified, (outcomes.get(verified) ?? 0) + 1);
      if (verified === "verified" && outcome === "UNEXPECTED_VERIFIER_ERROR") {
        findings.push({ what, module: bytesToHex(bytes), fault: `verified, and then ${interpreted.text}` });
      }
      if (interpreted.text !== compiled.text) {
        findings.push({ what, module: bytesToHex(bytes), fault: `${interpreted.text}\n  compiled: ${compiled.text}` });
      }
    } catch (error) {
      outcome = "fault";
      const fault = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
      findings.push({ what, module: bytesToHex(bytes), fault });
    }
    const took = cpuMs() - began;
    slowest = Math.max(slowest, took);
    if (took > slowMs) {
      findings.push({ what, module: bytesToHex(bytes), fault: `${took} ms` });
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    onProgress?.(done);
  }
  return { done, outcomes, findings, slowest };
}

/** Processor time of this thread so far: those that collect garbage take more the busier the machine is. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function pricedEnvironment(state: StateMap): Promise<VmEnvironment> {
  const { chainId, features, gas } = await readEnvironment(viewOf(state));
  return createEnvironment({ chainId, features, gas: gas satisfies GasSchedule });
}

function codeKey(name: string): string {
  const { address, name: module } = parseModuleId(name);
  return keyText(moduleKey(address, module));
}

/** Verifies a module as publishing does: what it ended in. */
async function verify(
  machine: MoveVm,
  environment: VmEnvironment,
  find: (key: string) => Uint8Array | undefined,
  module: string,
): Promise<string> {
  const session = openSession(
    machine,
    environment,
    find,
    new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: gasUnits }),
    "never",
  );
  const { address, name } = parseModuleId(module);
  try {
    await session.linkModule(formatAddressLong(address), name);
    return "verified";
  } catch (error) {
    if (error instanceof VmError) return `refused: ${error.status}`;
    throw error;
  }
}

function openSession(
  machine: MoveVm,
  environment: VmEnvironment,
  find: (key: string) => Uint8Array | undefined,
  meter: LedgerGasMeter,
  compile: "never" | "always",
): Session {
  return machine.createSession({
    environment,
    state: {
      get(key) {
        const bytes = find(keyText(key));
        return bytes && { bytes };
      },
    },
    meter,
    context: noSession,
    compile,
  });
}

/** One call: its status, and all that may be compared between ways of running. */
async function run(
  machine: MoveVm,
  environment: VmEnvironment,
  find: (key: string) => Uint8Array | undefined,
  { module, function: name, type_args }: CallCase,
  values: readonly FunctionArgument[],
  compile: "never" | "always",
): Promise<{ readonly status: string; readonly text: string }> {
  const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: gasUnits });
  const session = openSession(machine, environment, find, meter, compile);
  const { address, name: moduleName } = parseModuleId(module);
  const id = { address, module: moduleName, name };
  const outcome = await callFunction(session, id, type_args.map(parseTypeTag), values);
  const status = outcome.kind === "failed" ? outcome.error.status : "returned";
  return { status, text: `${describeOutcome(outcome)}, ${meter.balance} gas, ${meter.memory} memory left` };
}

/** An argument of a case; now and then with another byte. */
function toArgument(random: Random, { type, bcs }: CallCase["args"][number]): FunctionArgument {
  if (type === "signer" || type === "&signer") return { signer: parseAddress(`0x${bcs}`) };
  const bytes = hexToBytes(bcs);
  if (bytes.length > 0 && random.below(3) === 0) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
