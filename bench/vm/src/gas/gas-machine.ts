import { buildModule, type InstructionSpec } from "@ledger/move";
import { formatAddressLong, parseAddress, parseTypeTag } from "@ledger/types";
import {
  type CallOutcome,
  LedgerGasMeter,
  MoveVm,
  Reference,
  readEnvironment,
  type Session,
  type Value,
  type VmEnvironment,
  voidContext,
} from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { Framework } from "./framework.ts";
import type { GasRow, NativeWork, Preparation, Work } from "./row.ts";
import { accountAddress as sender } from "./values.ts";

/** Address of the loops. */
export const loopAddress = "0x42";

const at = formatAddressLong(parseAddress(loopAddress));

/** Gas and time of a number of turns. */
interface Measured {
  /** Internal gas. */
  readonly gas: number;
  /** Processor time. */
  readonly milliseconds: number;
}

/** Runs loops in the interpreter, with the prices of the newest network. */
export class GasMachine {
  readonly #framework: Framework;
  readonly #vm = new MoveVm({ natives: frameworkNatives });
  readonly #environment: VmEnvironment;
  #loops = 0;

  private constructor(environment: VmEnvironment, framework: Framework) {
    this.#environment = environment;
    this.#framework = framework;
  }

  static async create(): Promise<GasMachine> {
    const framework = new Framework();
    return new GasMachine(await readEnvironment(framework.state), framework);
  }

  /**
   * Measures a row at one size, each time in as many transactions as it takes.
   *
   * @param milliseconds - processor time to be reached
   * @returns nanoseconds for a unit of internal gas, one for each time
   */
  async measure(row: GasRow, size: number, milliseconds: number, times: number): Promise<number[]> {
    let turns = row.counts ? size : await this.#turnsFor(row, size, milliseconds);
    const samples: number[] = [];
    while (samples.length < times) {
      const { gas, milliseconds: taken } = await this.#sample(row, size, turns, milliseconds);
      // Garbage was collected while turns were counted: there are too few.
      if (taken < milliseconds && !row.counts && turns < maxTurns) turns *= 8;
      else samples.push((taken * 1e6) / gas);
    }
    return samples;
  }

  async #sample(row: GasRow, size: number, turns: number, milliseconds: number): Promise<Measured> {
    let [gas, taken] = [0, 0];
    for (let runs = 0; taken < milliseconds && runs < maxRuns; runs++) {
      const measured = await this.#run(row, size, turns);
      gas += measured.gas;
      taken += measured.milliseconds;
    }
    return { gas, milliseconds: taken };
  }

  /** Turns that take some time in one transaction, by the lesser of two: the other may have had to collect garbage. */
  async #turnsFor(row: GasRow, size: number, milliseconds: number): Promise<number> {
    for (let turns = 1; ; ) {
      const first = (await this.#run(row, size, turns)).milliseconds;
      const taken =
        first < milliseconds / 2 ? first : Math.min(first, (await this.#run(row, size, turns)).milliseconds);
      if (taken >= milliseconds / 2 || turns >= maxTurns) return turns;
      turns = Math.min(maxTurns, Math.ceil(turns * Math.min(32, milliseconds / Math.max(0.01, taken))));
    }
  }

  async #run(row: GasRow, size: number, turns: number): Promise<Measured> {
    const meter = new LedgerGasMeter({
      schedule: this.#environment.gas,
      maxGasUnits: 1_000_000_000_000,
      limits: { execution: Number.MAX_SAFE_INTEGER, io: Number.MAX_SAFE_INTEGER, storageFee: Number.MAX_SAFE_INTEGER },
    });
    meter.memory = Number.MAX_SAFE_INTEGER;
    const session = this.#vm.createSession({
      environment: this.#environment,
      state: this.#framework.state,
      meter,
      context,
      compile: "never",
      codeEra: this.#framework,
    });
    const given = await row.work(size, preparationOf(session));
    const work = "native" in given ? this.#nativeWork(given) : given;
    const name = `loop_${this.#loops++}`;
    session.stageModules([this.#module(name, work)]);
    const inputs = work.inputs.map(({ type, value }) => (type.startsWith("&") ? new Reference([value], 0) : value));
    const target = { address: at, module: name, name: "run", typeArgs: [] };
    // Loads, verifies and pays for all code.
    resultsOf(row.name, await session.call(target, [0, ...inputs]));
    const gas = meter.executionGas + meter.ioGas;
    const before = process.cpuUsage();
    const running = session.call(target, [turns, ...inputs]);
    const outcome = running instanceof Promise ? await running : running;
    const { user, system } = process.cpuUsage(before);
    resultsOf(row.name, outcome);
    return { gas: meter.executionGas + meter.ioGas - gas, milliseconds: (user + system) / 1000 };
  }

  #nativeWork({ native: name, args = [], typeArgs = [], structs = [] }: NativeWork): Work {
    const declared = this.#framework.function(name);
    if (declared === undefined) throw new Error(`the framework has no ${name}`);
    const types = declared.params.map((text) => text.replace(/\bT(\d+)\b/g, (_, index) => typeArgs[Number(index)]!));
    const call: InstructionSpec = typeArgs.length === 0 ? ["call", name] : ["call_generic", name, ...typeArgs];
    return {
      inputs: types.map((type, index) => ({ type, value: args[index]! })),
      body: () => [
        ...types.map((_, index): InstructionSpec => ["copy_loc", index + 1]),
        call,
        ...declared.return.map((): InstructionSpec => ["pop"]),
      ],
      imports: [name],
      types: typeArgs,
      structs,
    };
  }

  #module(name: string, work: Work): Uint8Array {
    const types = work.inputs.map(({ type }) => type);
    const imports = this.#framework.imports(work.imports ?? []);
    const texts = [
      ...types,
      ...(work.locals ?? []),
      ...(work.types ?? []),
      ...imports.flatMap(({ params, returns }) => [...params!, ...returns!]),
    ];
    return buildModule({
      address: loopAddress,
      name,
      version: 10,
      structs: work.structs ?? [],
      imports: { functions: imports, structs: this.#framework.structs(texts) },
      functions: [
        ...(work.functions ?? []),
        {
          name: "run",
          visibility: "public",
          params: ["u64", ...types],
          locals: work.locals ?? [],
          acquires: work.acquires ?? [],
          code: loop(work),
        },
      ],
    });
  }
}

const maxTurns = 1_000_000;
const maxRuns = 5;

/** Counts local 0 down to zero. */
function loop(work: Work): InstructionSpec[] {
  const head: InstructionSpec[] = [["copy_loc", 0], ["ld_u64", 0], ["eq"], ["br_true", 0]];
  const body = work.body(head.length);
  const end = head.length + body.length + 5;
  head[3] = ["br_true", end];
  return [...head, ...body, ["copy_loc", 0], ["ld_u64", 1], ["sub"], ["st_loc", 0], ["branch", 0], ["ret"]];
}

function resultsOf(name: string, outcome: CallOutcome): readonly Value[] {
  if (outcome.kind === "failed") throw new Error(`${name}: ${outcome.error.message}`, { cause: outcome.error });
  return outcome.results;
}

function preparationOf(session: Session): Preparation {
  return {
    run: async (name, args = [], typeArgs = []) => {
      const [address, module, own] = name.split("::") as [string, string, string];
      const target = {
        address: formatAddressLong(parseAddress(address)),
        module,
        name: own,
        typeArgs: typeArgs.map((text) => session.types.ofTag(parseTypeTag(text))),
      };
      return resultsOf(name, await session.call(target, args));
    },
  };
}

const entryFunction = { address: at, module: "loop", name: "run", typeArgs: [], args: [new Uint8Array(64)] };

const context = {
  ...voidContext,
  unbiasable: true,
  storageUsage: { items: 1000n, bytes: 1_000_000n },
  user: {
    sender,
    secondarySigners: [sender, at],
    gasPayer: sender,
    maxGasAmount: 2_000_000n,
    gasUnitPrice: 100n,
    chainId: 4,
    entryFunction,
    multisig: { address: at, entryFunction },
    encrypted: false,
    transactionIndex: 1,
    simulated: false,
  },
};
