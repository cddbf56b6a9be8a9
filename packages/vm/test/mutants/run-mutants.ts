import { decodeModule, encodeModule, MoveError } from "@ledger/move";
import { Random } from "@ledger/random";
import {
  bytesToHex,
  decodeStateKey,
  formatAddress,
  formatAddressLong,
  hexToBytes,
  Path,
  parseModuleId,
  moduleKey as stateKeyOfModule,
} from "@ledger/types";
import {
  checkDecodedModule,
  createEnvironment,
  createUnmeteredGas,
  Features,
  MoveVm,
  VmError,
  voidContext,
} from "../../src/index.ts";
import { Verifier } from "../../src/verify/verifier.ts";
import { mutateModule } from "../fuzz/mutate-code.ts";
import { genesisState, keyText } from "../support/genesis.ts";
import type { CaseFile } from "../vectors/case-file.ts";
import { borrowingProgram } from "./borrowing-program.ts";
import { mutateTables } from "./mutate-tables.ts";
import type { NativeMachine } from "./native-machine.ts";

/** A mutant on which the verifier and the real machine differ. */
export interface Difference {
  readonly module: string;
  readonly bytes: string;
  /** Null for a module that was accepted. */
  readonly own: string | null;
  readonly real: string | null;
}

/** How many mutants were compared, and where they differ. */
export interface MutantReport {
  readonly done: number;
  readonly accepted: number;
  /** Refused by both. */
  readonly refused: number;
  /** Refused by both, with the same status. */
  readonly same: number;
  readonly differences: readonly Difference[];
}

/** Flags of the real machine: enums are on, function values are not. */
const environment = createEnvironment({ features: Features.of([5, 40, 74]) });

/** How many modules, and of which seed. */
export interface MutantOptions {
  readonly seed: string;
  readonly count: number;
  readonly onProgress?: (done: number) => void;
}

/** A module that both are asked about. */
interface Made {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Verifies changed modules, and has a real machine do the same. */
export function runMutants(file: CaseFile, native: NativeMachine, options: MutantOptions): Promise<MutantReport> {
  const modules = modulesOf(file);
  const own = [...modules].filter(([name]) => file.modules.some((module) => module.name === name));
  return compare(native, modules, (random) => mutant(random, own), options);
}

/** Verifies functions that borrow a lot, made up, and has a real machine do the same. */
export function runBorrowing(native: NativeMachine, options: MutantOptions): Promise<MutantReport> {
  const isAccepted = (bytes: Uint8Array): boolean => {
    try {
      Verifier.ofModule(decodeModule(bytes), environment.rules).verify();
      return true;
    } catch (error) {
      if (error instanceof VmError) return false;
      throw error;
    }
  };
  const make = (random: Random): Made => ({ name: "0xbad::m", bytes: borrowingProgram(random, isAccepted) });
  return compare(native, new Map(), make, options);
}

/** @param modules - of the state, by name @param make - one more module; undefined where it did not succeed */
async function compare(
  native: NativeMachine,
  modules: ReadonlyMap<string, Uint8Array>,
  make: (random: Random) => Made | undefined,
  { seed, count, onProgress }: MutantOptions,
): Promise<MutantReport> {
  const random = new Random(seed);
  native.keep(modules);
  const machine = new MoveVm({ natives: new Map() });
  const code = new Map([...modules].map(([name, bytes]) => [codeKey(name), bytes]));
  const report = { done: 0, accepted: 0, refused: 0, same: 0 };
  const differences: Difference[] = [];
  while (report.done < count) {
    const batch = Array.from({ length: 64 }, () => make(random)).filter((made) => made !== undefined);
    const verdicts = batch.map(({ name, bytes }) => native.verdict(name, bytes));
    for (const [i, { name, bytes }] of batch.entries()) {
      const verdict = await verify(machine, code, name, bytes);
      const { status: real } = await verdicts[i]!;
      report.done++;
      if (verdict === null && real === null) report.accepted++;
      if (verdict !== null && real !== null) report.refused++;
      if (verdict === real && real !== null) report.same++;
      if (verdict !== real) differences.push({ module: name, bytes: bytesToHex(bytes), own: verdict, real });
    }
    onProgress?.(report.done);
  }
  return { ...report, differences };
}

function mutant(random: Random, modules: readonly (readonly [string, Uint8Array])[]): Made | undefined {
  const [name, original] = random.pick(modules);
  try {
    const module = decodeModule(original);
    const bytes = random.below(3) === 0 ? encodeModule(mutateTables(random, module)) : mutateModule(random, module);
    return { name, bytes };
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    return undefined;
  }
}

/** The modules of a file and of its genesis, by `0x1::name`. */
function modulesOf(file: CaseFile): Map<string, Uint8Array> {
  const modules = new Map<string, Uint8Array>();
  for (const [text, bytes] of genesisState("randomnet")) {
    const key = decodeStateKey(hexToBytes(text));
    const path = key.kind === "AccessPath" ? Path.decode(key.value.path) : undefined;
    if (path?.kind === "Code") modules.set(`${formatAddress(path.value.address)}::${path.value.name}`, bytes);
  }
  for (const { name, bytecode } of file.modules) if (bytecode !== null) modules.set(name, hexToBytes(bytecode));
  return modules;
}

/** The status that publishing a module ends in; null for one that is accepted. @param code - of the state, by state keys */
async function verify(
  machine: MoveVm,
  code: ReadonlyMap<string, Uint8Array>,
  name: string,
  bytes: Uint8Array,
): Promise<string | null> {
  const ownKey = codeKey(name);
  const session = machine.createSession({
    environment,
    meter: createUnmeteredGas(),
    context: voidContext,
    state: {
      get(key) {
        const item = keyText(key) === ownKey ? bytes : code.get(keyText(key));
        return item && { bytes: item };
      },
    },
  });
  try {
    checkDecodedModule(decodeModule(bytes));
    const { address, name: module } = parseModuleId(name);
    await session.linkModule(formatAddressLong(address), module);
    return null;
  } catch (error) {
    if (error instanceof VmError) return error.status;
    throw error;
  }
}

function codeKey(name: string): string {
  const { address, name: module } = parseModuleId(name);
  return keyText(stateKeyOfModule(address, module));
}
