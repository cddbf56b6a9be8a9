import { bytesToHex, deriveGenesis, type StateView } from "@ledger/types";
import { readVectorBytes } from "@ledger/vectors/files";
import {
  LedgerGasMeter,
  MoveVm,
  readEnvironment,
  type SessionContext,
  type SessionOptions,
  type VmEnvironment,
} from "@ledger/vm";
import { type Program, programAddress, programModule, readBytecode } from "./programs.ts";

const context: SessionContext = {
  sessionHash: new Uint8Array(32),
  scriptHash: new Uint8Array(0),
  sessionNumber: 5,
  user: undefined,
  unbiasable: false,
  storageUsage: undefined,
};

/** The rules and prices of a real ledger: the newest genesis that comes with the repository. */
export async function readRules(): Promise<VmEnvironment> {
  const { writes } = deriveGenesis(readVectorBytes("genesis/devnet-2025-11.genesis.blob"));
  const items = new Map(writes.map(({ key, value }) => [bytesToHex(key), value && { bytes: value }] as const));
  return readEnvironment({ get: (key) => items.get(bytesToHex(key)) });
}

/** Runs the programs on our machine, gas metering on. */
export class Machine {
  readonly #vm = new MoveVm({ natives: new Map() });
  readonly #environment: VmEnvironment;
  readonly #state: StateView;
  readonly #compile: SessionOptions["compile"];

  constructor(environment: VmEnvironment, compile: SessionOptions["compile"]) {
    const bytes = readBytecode();
    this.#environment = environment;
    this.#compile = compile;
    // The programs use nothing but their module.
    this.#state = { get: () => ({ bytes }) };
  }

  /** Runs a program. @returns nanoseconds a unit */
  async run({ name, amount, units }: Program): Promise<number> {
    const meter = new LedgerGasMeter({
      schedule: this.#environment.gas,
      maxGasUnits: 1_000_000_000,
      limits: { execution: Number.MAX_SAFE_INTEGER },
    });
    const session = this.#vm.createSession({
      environment: this.#environment,
      state: this.#state,
      meter,
      context,
      compile: this.#compile,
    });
    const before = performance.now();
    const outcome = await session.call({ address: programAddress, module: programModule, name, typeArgs: [] }, [
      amount,
    ]);
    const took = performance.now() - before;
    if (outcome.kind === "failed") throw outcome.error;
    return (took / units) * 1e6;
  }
}
