import { decodeModule } from "@ledger/move";
import { Random } from "@ledger/random";
import {
  decodeStateKey,
  type EntryFunctionId,
  formatAddressLong,
  formatEntryFunctionId,
  hexToBytes,
  Path,
  parseAddress,
  parseTypeTag,
  type TypeTag,
} from "@ledger/types";
import {
  callFunction,
  type FunctionArgument,
  HostError,
  LedgerGasMeter,
  MoveVm,
  readEnvironment,
  type Session,
  type VmEnvironment,
} from "../../src/index.ts";
import { frameworkNatives, loadCrypto, unsupportedNatives } from "../../src/natives/index.ts";
import { genesisState, type Network, type StateMap, viewOf } from "../support/genesis.ts";
import { describeOutcome } from "../vectors/outcome-text.ts";
import { randomValue } from "./random-value.ts";
import { cpuMs, type FuzzOptions, type FuzzReport } from "./run.ts";

interface Target {
  readonly id: EntryFunctionId;
  readonly typeParameters: number;
}

const typeArguments = [
  "u64",
  "u128",
  "u8",
  "address",
  "vector<u8>",
  "0x1::string::String",
  "0x1::aptos_coin::AptosCoin",
  "0x1::option::Option<u64>",
].map(parseTypeTag);
const signers = ["0x1", "0x3", "0xa550c18"].map(parseAddress);
const gasUnits = 2_000;

/** Calls every function of a published framework with made up arguments on the state of its genesis. */
export async function runFrameworkFuzz(network: Network, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, count } = options;
  await loadCrypto();
  const random = new Random(`${seed} ${network}`);
  const state = genesisState(network);
  const environment = await readEnvironment(viewOf(state));
  const machine = new MoveVm({ natives: frameworkNatives });
  const targets = functionsOf(state);
  const outcomes = new Map<string, number>();
  const findings: FuzzReport["findings"][number][] = [];
  let slowest = 0;
  let done = 0;
  for (; done < count; done++) {
    const target = random.pick(targets);
    const typeArgs = Array.from({ length: target.typeParameters }, () => random.pick(typeArguments));
    const began = cpuMs();
    let outcome = "skipped";
    try {
      const open = (compile: "never" | "always") => createSession(machine, environment, state, compile);
      const args = await makeArguments(random, open("never").session, target.id, typeArgs);
      if (args !== undefined) {
        const interpreted = await run(open("never"), target.id, typeArgs, args);
        const compiled = await run(open("always"), target.id, typeArgs, args);
        outcome = interpreted.status;
        if (interpreted.text !== compiled.text) throw new Error(`${interpreted.text}\n  compiled: ${compiled.text}`);
      }
    } catch (error) {
      outcome = "fault";
      const fault = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
      findings.push({ what: formatEntryFunctionId(target.id), module: network, fault });
    }
    slowest = Math.max(slowest, cpuMs() - began);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return { done, outcomes, findings, slowest };
}

function functionsOf(state: StateMap): Target[] {
  const targets: Target[] = [];
  for (const [hex, bytes] of state) {
    const key = decodeStateKey(hexToBytes(hex));
    if (key.kind !== "AccessPath") continue;
    const path = Path.decode(key.value.path);
    if (path.kind !== "Code") continue;
    const { functionDefinitions, functionHandles, identifiers } = decodeModule(bytes);
    for (const { handle } of functionDefinitions) {
      const { name, typeParameters } = functionHandles[handle]!;
      const id = { address: path.value.address, module: path.value.name, name: identifiers[name]! };
      targets.push({ id, typeParameters: typeParameters.length });
    }
  }
  return targets;
}

interface MeteredSession {
  readonly session: Session;
  readonly meter: LedgerGasMeter;
}

function createSession(
  machine: MoveVm,
  environment: VmEnvironment,
  state: StateMap,
  compile: "never" | "always",
): MeteredSession {
  const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: gasUnits });
  const session = machine.createSession({
    environment,
    state: viewOf(state),
    meter,
    context: {
      sessionHash: new Uint8Array(32),
      scriptHash: new Uint8Array(),
      sessionNumber: 35,
      user: undefined,
      unbiasable: true,
      storageUsage: { items: 1n, bytes: 2n },
    },
    compile,
  });
  return { session, meter };
}

/** Undefined for what no value can be made up for. */
async function makeArguments(
  random: Random,
  session: Session,
  { address, module, name }: EntryFunctionId,
  typeArgs: readonly TypeTag[],
): Promise<FunctionArgument[] | undefined> {
  const types = typeArgs.map((tag) => session.types.ofTag(tag));
  const args: FunctionArgument[] = [];
  try {
    const { params } = await session.signature(formatAddressLong(address), module, name);
    for (const param of params) {
      const type = session.types.substitute(param.kind === "Reference" ? param.target : param, types);
      if (type.kind === "Signer") {
        args.push({ signer: random.pick(signers) });
        continue;
      }
      const value = randomValue(random, await session.layout(type));
      if (value === undefined) return undefined;
      args.push(value);
    }
  } catch {
    // A type that the state does not have.
    return undefined;
  }
  return args;
}

async function run(
  { session, meter }: MeteredSession,
  id: EntryFunctionId,
  typeArgs: readonly TypeTag[],
  args: readonly FunctionArgument[],
): Promise<{ readonly status: string; readonly text: string }> {
  try {
    const outcome = await callFunction(session, id, typeArgs, args);
    const status = outcome.kind === "failed" ? outcome.error.status : "returned";
    const text = `${describeOutcome(outcome)}, ${meter.balance} gas, ${meter.memory} memory, ${session.events.length} events`;
    return { status, text };
  } catch (error) {
    // The natives that are not implemented say so.
    if (!(error instanceof HostError && unsupportedNatives.includes(error.subject))) throw error;
    return { status: error.code, text: error.subject };
  }
}
