import { executeUserTransaction, type StateItem, type StateView, type TransactionOutcome } from "@ledger/executor";
import type { LedgerReader, StoredValue } from "@ledger/state-store";
import {
  bytesToHex,
  type EntryFunctionId,
  type SignedTransaction,
  StateValueMetadata,
  type TypeTag,
} from "@ledger/types";
import {
  callViewFunction,
  environmentKeys,
  explainError,
  type FunctionOutcome,
  gasScale,
  keyedState,
  LedgerGasMeter,
  MoveVm,
  type TypedBytes,
  type VmEnvironment,
  voidContext,
  whenReady,
} from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { ApiError } from "../contract/error.ts";

import { createPause, type Defer, type LeaveSignal } from "./give-way.ts";

/** A call of a view function. */
export interface ViewCall {
  readonly function: EntryFunctionId;
  readonly typeArgs: readonly TypeTag[];
  /** BCS of every argument. */
  readonly args: readonly Uint8Array[];
}

/** What a call is made on and with. */
export interface ViewOptions {
  readonly store: Pick<LedgerReader, "readState">;
  /** A version that the store keeps. */
  readonly version: bigint;
  /** Means the whole code of the state, where calls may take modules from one another without reading them. */
  readonly codeEra: object | undefined;
  /** Gas units that the call may use. */
  readonly maxGasUnits: number;
  readonly defer?: Defer | undefined;
  readonly signal?: LeaveSignal | undefined;
}

/** What a call came to. */
export interface ViewResult {
  readonly results: readonly TypedBytes[];
  readonly gasUsed: bigint;
}

/** Environments that are kept: the newest one, and those of a few older versions. */
const keptEnvironments = 8;

/** Runs the code of one ledger. What it has loaded and prepared is kept for the calls after. */
export class LedgerMachine {
  readonly #machine: MoveVm;
  /** By the versions at which their resources were written. */
  readonly #environments = new Map<string, VmEnvironment>();

  /** @param machine - one that other ledgers use too; one of its own when absent */
  constructor(machine: MoveVm = new MoveVm({ natives: frameworkNatives })) {
    this.#machine = machine;
  }

  /**
   * Calls a view function.
   *
   * @throws ApiError `invalid_input` with the machine's code: the function is no view function, an argument does not fit,
   * it aborts or fails, or uses more gas than it may; also what the store throws
   * @see Ledger specification, execution §6.1
   */
  async view(call: ViewCall, options: ViewOptions): Promise<ViewResult> {
    const { store, version, codeEra, maxGasUnits, defer, signal } = options;
    const environment = await this.#environmentAt(store, version);
    const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits });
    const session = this.#machine.createSession({
      environment,
      state: keyedState((key) => whenReady(store.readState(version, key), toItem)),
      meter,
      context: voidContext,
      codeEra,
      pause: createPause(defer, signal),
    });
    const outcome: FunctionOutcome = await callViewFunction(session, call.function, call.typeArgs, call.args);
    if (outcome.kind === "returned") return { results: outcome.results, gasUsed: BigInt(meter.usedGasUnits) };
    const { error } = outcome;
    const { text, abortCode } = await explainError(error, session);
    const message = abortCode === undefined ? error.message : text;
    throw new ApiError("invalid_input", message, { vmErrorCode: BigInt(error.code), cause: error });
  }

  /**
   * Executes a transaction on a ledger version, without committing anything of it.
   *
   * @throws what the store throws
   * @see Ledger specification, execution §2.13
   */
  async simulate(
    transaction: SignedTransaction,
    options: Omit<ViewOptions, "maxGasUnits">,
  ): Promise<TransactionOutcome> {
    const { store, version, codeEra, defer, signal } = options;
    const context = {
      vm: this.#machine,
      environment: await this.#environmentAt(store, version),
      usage: undefined,
      codeEra,
      pause: createPause(defer, signal),
    };
    const state: StateView = {
      read: (key) => whenReady(store.readState(version, key), toStateItem),
      usage: () => {
        throw new Error("usage is known where epochs begin only");
      },
    };
    return executeUserTransaction(context, state, transaction, { isSimulation: true, transactionIndex: undefined });
  }

  /** Gas units that a transaction needs at least, and may ask for at most. */
  async gasBounds({
    store,
    version,
  }: Pick<ViewOptions, "store" | "version">): Promise<{ least: bigint; most: bigint }> {
    const { gas } = await this.#environmentAt(store, version);
    const least = Math.ceil(gas.parameter("txn.min_transaction_gas_units") / gasScale(gas));
    return { least: BigInt(least), most: BigInt(gas.parameter("txn.maximum_number_of_gas_units")) };
  }

  async #environmentAt(store: Pick<LedgerReader, "readState">, version: bigint): Promise<VmEnvironment> {
    const keys = Object.values(environmentKeys);
    const stored = await Promise.all(keys.map((key) => store.readState(version, key)));
    const era = stored.map((item) => item?.version ?? "").join();
    const known = this.#environments.get(era);
    if (known !== undefined) return known;
    const items = new Map(keys.map((key, i): [string, StoredValue | undefined] => [bytesToHex(key), stored[i]]));
    const environment = await this.#machine.readEnvironment((key) => items.get(bytesToHex(key))?.bytes);
    const [oldest] = this.#environments.keys();
    if (this.#environments.size >= keptEnvironments && oldest !== undefined) this.#environments.delete(oldest);
    this.#environments.set(era, environment);
    return environment;
  }
}

function toStateItem(stored: StoredValue | undefined): StateItem | undefined {
  return stored && { value: stored.bytes, metadata: stored.metadata && StateValueMetadata.decode(stored.metadata) };
}

/** Slot metadata is left out: a call that nobody commits has no use for it. */
function toItem(stored: StoredValue | undefined): { readonly bytes: Uint8Array } | undefined {
  return stored && { bytes: stored.bytes };
}
