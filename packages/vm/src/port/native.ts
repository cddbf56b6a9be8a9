import type { Awaitable } from "@ledger/types";
import type { GasKey } from "../gas/keys/index.ts";
import { abortError, type CodeLocation, type ModuleName, VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import type { ClosureTarget, Value } from "../value/value.ts";
import type { Session } from "./session.ts";

/** Several results of a native, in order. */
export class Results {
  readonly values: readonly Value[];

  constructor(...values: readonly Value[]) {
    this.values = values;
  }
}

/** A native's wish to be replaced by a call of another function, whose results go to the native's caller. */
export class Dispatch {
  readonly target: ClosureTarget;
  readonly args: readonly Value[];

  constructor(target: ClosureTarget, args: readonly Value[]) {
    this.target = target;
    this.args = args;
  }
}

/** The answer of a native: nothing, its one result, several, or a call in its place. */
export type NativeResult = Value | undefined | Results | Dispatch;

/**
 * A native function. It owns its arguments (references excepted: they lead to what others own) and its results belong to the
 * caller. It may answer by a promise when it has to wait for state; nothing of it is run again then. It fails by throwing:
 * `call.abort(code)`, or a {@link VmError} of another status.
 */
export type NativeFunction = (call: NativeCall) => Awaitable<NativeResult>;

/** Natives by `0x1::module::function`, addresses in short form. */
export type NativeTable = ReadonlyMap<string, NativeFunction>;

/** One call of a native. */
export class NativeCall {
  readonly session: Session;
  readonly args: readonly Value[];
  /** Without type parameters. */
  readonly typeArgs: readonly Type[];
  /** The native itself. */
  readonly self: { readonly module: ModuleName; readonly name: string };
  /**
   * The places of the functions that wait for this native, innermost first: 0 is the one that called it. Undefined beyond the
   * outermost one.
   */
  readonly frame: (depth: number) => CodeLocation | undefined;
  /** Gas that is due at the native's end, where the version charges then. */
  #owed = 0;

  constructor(
    session: Session,
    args: readonly Value[],
    typeArgs: readonly Type[],
    self: { readonly module: ModuleName; readonly name: string },
    frame: (depth: number) => CodeLocation | undefined,
  ) {
    this.session = session;
    this.args = args;
    this.typeArgs = typeArgs;
    this.self = self;
    this.frame = frame;
  }

  /** The price of a parameter, e.g. `move_stdlib.hash.sha3_256.base`; see `GasSchedule`. */
  price(name: GasKey): number {
    return this.session.environment.gas.parameter(name);
  }

  /**
   * Takes execution gas.
   *
   * @param units - how many times the price is due
   * @throws {@link VmError} `OUT_OF_GAS`, `EXECUTION_LIMIT_REACHED`
   */
  charge(name: GasKey, units = 1): void {
    const { meter, environment } = this.session;
    const cost = this.price(name) * units;
    if (environment.rules.nativesPayAtOnce) {
      meter.charge(cost);
      return;
    }
    this.#owed += cost;
    if (this.#owed > meter.fuel) this.settle();
  }

  /**
   * Takes what is still due. The machine calls it when a native has returned, dispatched or aborted; before natives paid at once, a native
   * that ends by any other failure pays nothing.
   *
   * @throws {@link VmError} as {@link charge}
   */
  settle(): void {
    const owed = this.#owed;
    this.#owed = 0;
    if (owed > 0) this.session.meter.charge(owed);
  }

  /**
   * Takes abstract units of memory.
   *
   * @throws {@link VmError} `MEMORY_LIMIT_EXCEEDED`
   */
  useMemory(units: number): void {
    const { meter } = this.session;
    meter.memory -= units;
    if (meter.memory < 0) throw new VmError("MEMORY_LIMIT_EXCEEDED", "the memory quota is used up");
  }

  /** Ends the native with an abort. */
  abort(code: number, message?: string): never {
    throw abortError(code, message);
  }

  /** Ends the native with a broken invariant, which verified code cannot cause. */
  invariant(message: string): never {
    throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", message);
  }
}
