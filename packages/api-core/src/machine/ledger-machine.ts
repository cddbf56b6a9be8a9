import {
  atTime,
  type BlockContext,
  type ChangeSet,
  type ExecuteOptions,
  executeUserTransaction,
  FailureSources,
  type TestingRules,
  type TransactionOutcome,
} from "@ledger/executor";
import type { LedgerReader, StoredValue } from "@ledger/state-store";
import {
  bytesToHex,
  type EntryFunctionId,
  LruCache,
  type SignedTransaction,
  type StateView,
  type TypeTag,
} from "@ledger/types";
import {
  callViewFunction,
  environmentKeys,
  explainError,
  type Failure,
  type FunctionOutcome,
  gasScale,
  LedgerGasMeter,
  MoveVm,
  type TypedBytes,
  type VmEnvironment,
  type VmError,
  voidContext,
} from "@ledger/vm";
import { type DebugOutput, debugOutput, frameworkNatives } from "@ledger/vm/natives";
import type { Defer, LeaveSignal } from "../contract/api.ts";
import { ApiError } from "../contract/error.ts";
import { createPause } from "./give-way.ts";
import { KeptItems, type StatePlace } from "./kept-items.ts";
import { withOtherSeed } from "./random-seed.ts";

/** A call of a view function. */
export interface ViewCall {
  readonly function: EntryFunctionId;
  readonly typeArgs: readonly TypeTag[];
  /** BCS of every argument. */
  readonly args: readonly Uint8Array[];
}

/** The state that a call runs on, and its bounds. */
export interface ViewOptions extends StatePlace {
  /** Means the whole code of the state, where calls may take modules from one another without reading them. */
  readonly codeEra: object | undefined;
  /** Gas units that the call may use. */
  readonly maxGasUnits: number;
  /** Time that code sees, microseconds since the Unix epoch; that of the version when absent. */
  readonly timeUsecs?: bigint | undefined;
  /** Changes since that version, for this call only. */
  readonly changes?: ChangeSet | undefined;
  readonly defer?: Defer | undefined;
  readonly signal?: LeaveSignal | undefined;
}

/** The state that a transaction runs on. Its gas is bounded by itself. */
export type ExecutionPlace = Omit<ViewOptions, "maxGasUnits">;

/** Result of a call. */
export interface ViewResult {
  readonly results: readonly TypedBytes[];
  readonly gasUsed: bigint;
  /** Output that the code printed. */
  readonly prints: readonly DebugOutput[];
}

/** A call that failed, with what it had used and printed. */
export class ViewFailure extends ApiError<"invalid_input"> {
  readonly gasUsed: bigint;
  readonly prints: readonly DebugOutput[];

  constructor(
    message: string,
    { gasUsed, prints, cause }: Pick<ViewResult, "gasUsed" | "prints"> & { readonly cause: VmError },
  ) {
    super("invalid_input", message, { vmErrorCode: BigInt(cause.code), cause });
    this.gasUsed = gasUsed;
    this.prints = prints;
  }
}

/** Environments that are kept: the newest one, and those of a few older versions. */
const keptEnvironments = 8;

/** Runs the code of one ledger. What it has loaded and prepared is kept for the calls after. */
export class LedgerMachine {
  readonly #machine: MoveVm;
  /** By the incarnation of the ledger, and the versions at which their resources were written. */
  readonly #environments = new LruCache<string, VmEnvironment>(keptEnvironments);
  /** The one that was asked for last: calls one after the other are made on the same state. */
  #last: { readonly version: bigint; readonly codeEra: object; readonly environment: VmEnvironment } | undefined;
  readonly #items = new KeptItems();
  readonly #testing: TestingRules | undefined;
  readonly #sources: FailureSources;

  /**
   * @param machine - one that other ledgers use too; one of its own when absent
   * @param testing - on networks for tests only
   */
  constructor(machine: MoveVm = new MoveVm({ natives: frameworkNatives }), testing?: TestingRules) {
    this.#machine = machine;
    this.#testing = testing;
    this.#sources = testing?.sources ?? new FailureSources();
  }

  /** The machine itself. */
  get vm(): MoveVm {
    return this.#machine;
  }

  /**
   * Calls a view function.
   *
   * @throws {@link ViewFailure} with the machine's code: the function is no view function, an argument does not fit,
   * it aborts or fails, or uses more gas than it may; also what the store throws
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.1 | Specification, execution 6.1}
   */
  async view(call: ViewCall, options: ViewOptions): Promise<ViewResult> {
    const { maxGasUnits, defer, signal } = options;
    const environment = await this.environment(options);
    const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits });
    const session = this.#machine.createSession({
      environment,
      state: stateOf(this.#keeping(options)),
      meter,
      context: voidContext,
      codeEra: eraOf(options),
      pause: createPause({ defer, signal, hostTime: hostTimeOf(environment, maxGasUnits) }),
      tracer: this.#testing?.tracer?.(),
    });
    const outcome: FunctionOutcome = await callViewFunction(session, call.function, call.typeArgs, call.args);
    const used = { gasUsed: BigInt(meter.usedGasUnits), prints: session.extension(debugOutput) };
    if (outcome.kind === "returned") return { results: outcome.results, ...used };
    const { error } = outcome;
    const { text, abortCode } = await explainError(error, session);
    const message = abortCode === undefined ? error.message : text;
    throw new ViewFailure(message, { ...used, cause: error });
  }

  /**
   * Executes a transaction on a ledger version, without committing anything of it.
   *
   * @throws what the store throws
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.13 | Specification, execution 2.13}
   */
  async simulate(
    transaction: SignedTransaction,
    { observer, ...options }: ExecutionPlace & Pick<ExecuteOptions, "observer">,
  ): Promise<TransactionOutcome> {
    const context = await this.blockContext(options, this.#testing);
    const how = { isSimulation: true, transactionIndex: 0, observer };
    return executeUserTransaction(context, withOtherSeed(stateOf(this.#keeping(options))), transaction, how);
  }

  /** Describes how code failed. @param place - the state that it ran on @throws what the store throws */
  describe(error: VmError, place: ExecutionPlace): Promise<Failure> {
    return this.#sources.describe(error, stateOf(this.#keeping(place)));
  }

  /**
   * The environment of transactions on a ledger version.
   *
   * @param rulesVersion - the version whose rules are in force, where it is another one
   */
  async blockContext(
    options: ExecutionPlace,
    testing: TestingRules | undefined,
    rulesVersion: bigint = options.version,
  ): Promise<BlockContext> {
    const environment = await this.environment({ ...options, version: rulesVersion });
    const { defer, signal } = options;
    return {
      vm: this.#machine,
      environment,
      usage: undefined,
      codeEra: eraOf(options),
      pause: createPause({ defer, signal, hostTime: hostTimeOf(environment, Number.POSITIVE_INFINITY) }),
      testing,
    };
  }

  /** Gas units that an estimate does not go below, whole ones of what a transaction needs at least, and the most it may ask for. */
  async gasBounds(place: ExecutionPlace): Promise<{ least: bigint; most: bigint }> {
    const { gas } = await this.environment(place);
    const least = Math.floor(gas.parameter("txn.min_transaction_gas_units") / gasScale(gas));
    return { least: BigInt(least), most: BigInt(gas.parameter("txn.maximum_number_of_gas_units")) };
  }

  /** The rules in force. */
  async environment(options: ExecutionPlace): Promise<VmEnvironment> {
    const { version, changes, codeEra } = options;
    const keys = Object.values(environmentKeys);
    if (changes !== undefined && keys.some((key) => changes.find(key))) {
      return this.#machine.readEnvironment(stateOf(options));
    }
    // Without an era every read has to be made, so that it is seen.
    if (codeEra === undefined) return this.#readEnvironment(options);
    if (this.#last?.version !== version || this.#last.codeEra !== codeEra) {
      this.#last = { version, codeEra, environment: await this.#readEnvironment(options) };
    }
    return this.#last.environment;
  }

  /** Reads the state of a place through what calls on it have read. */
  reader(place: StatePlace): LedgerReader["readState"] {
    return this.#items.reader(place);
  }

  /** The same place, read through what is kept of it. Without an era every read has to be made, so that it is seen. */
  #keeping<Place extends ExecutionPlace>(place: Place): Place {
    return place.codeEra === undefined ? place : { ...place, store: { readState: this.reader(place) } };
  }

  async #readEnvironment({ store, version, incarnation }: ExecutionPlace): Promise<VmEnvironment> {
    const keys = Object.values(environmentKeys);
    const stored = await Promise.all(keys.map((key) => store.readState(version, key)));
    const era = [incarnation, ...stored.map((item) => item?.version)].join();
    const known = this.#environments.get(era);
    if (known !== undefined) return known;
    const items = new Map(keys.map((key, i): [string, StoredValue | undefined] => [bytesToHex(key), stored[i]]));
    const environment = await this.#machine.readEnvironment({ get: (key) => items.get(bytesToHex(key)) });
    this.#environments.set(era, environment);
    return environment;
  }
}

/** Milliseconds of the host that a gas unit of execution may take: three times what usual native functions take. */
const hostTimeOfGasUnit = 0.5;

/** Least and longest time of the host that a call has, milliseconds: code is loaded in it too, and some rules bound no execution. */
const [leastHostTime, mostHostTime] = [250, 2_000];

/** Milliseconds of the host that a call may run, by the gas that its execution may use. */
function hostTimeOf({ gas }: VmEnvironment, maxGasUnits: number): number {
  const most = (gas.limit("txn.max_execution_gas") ?? Number.POSITIVE_INFINITY) / gasScale(gas);
  return Math.min(mostHostTime, Math.max(leastHostTime, Math.min(maxGasUnits, most) * hostTimeOfGasUnit));
}

/** The state of a version at the time that code sees, with what has been changed since. */
export function stateOf({
  store,
  version,
  timeUsecs,
  changes,
}: Pick<ViewOptions, "store" | "version" | "timeUsecs" | "changes">): StateView {
  const stored: StateView = { get: (key) => store.readState(version, key) };
  const timed = timeUsecs === undefined ? stored : atTime(stored, timeUsecs);
  return changes === undefined ? timed : changes.over(timed);
}

/** The token of the code, as long as all of it is the version's own. */
function eraOf({ codeEra, changes }: ExecutionPlace): object | undefined {
  return changes?.publishes ? undefined : codeEra;
}
