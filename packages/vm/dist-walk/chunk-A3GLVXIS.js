import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  VmError,
  abortError
} from "./chunk-FJ3JFEMO.js";

// packages/vm/src/port/native.ts
var Results = class {
  values;
  constructor(...values) {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "constructor", 12);
    this.values = values;
  }
};
var Dispatch = class {
  target;
  args;
  constructor(target, args) {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "constructor", 22);
    this.target = target;
    this.args = args;
  }
};
var NativeCall = class {
  session;
  args;
  /** Without type parameters. */
  typeArgs;
  /** The native itself. */
  self;
  /**
   * The places of the functions that wait for this native, innermost first: 0 is the one that called it. Undefined beyond the
   * outermost one.
   */
  frame;
  /** Gas that is due at the native's end, where the version charges then. */
  #owed = 0;
  constructor(session, args, typeArgs, self, frame) {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "constructor", 57);
    this.session = session;
    this.args = args;
    this.typeArgs = typeArgs;
    this.self = self;
    this.frame = frame;
  }
  /** The price of a parameter, e.g. `move_stdlib.hash.sha3_256.base`; see `GasSchedule`. */
  price(name) {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "price", 72);
    return this.session.environment.gas.parameter(name);
  }
  /**
   * Takes execution gas.
   *
   * @param units - how many times the price is due
   * @throws {@link VmError} `OUT_OF_GAS`, `EXECUTION_LIMIT_REACHED`
   */
  charge(name, units = 1) {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "charge", 82);
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
  settle() {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "settle", 99);
    const owed = this.#owed;
    this.#owed = 0;
    if (owed > 0) this.session.meter.charge(owed);
  }
  /**
   * Takes abstract units of memory.
   *
   * @throws {@link VmError} `MEMORY_LIMIT_EXCEEDED`
   */
  useMemory(units) {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "useMemory", 110);
    const { meter } = this.session;
    meter.memory -= units;
    if (meter.memory < 0) throw new VmError("MEMORY_LIMIT_EXCEEDED", "the memory quota is used up");
  }
  /** Ends the native with an abort. */
  abort(code, message) {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "abort", 117);
    throw abortError(code, message);
  }
  /** Ends the native with a broken invariant, which verified code cannot cause. */
  invariant(message) {
    globalThis.__walk?.("packages/vm/src/port/native.ts", "invariant", 122);
    throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", message);
  }
};

export {
  Results,
  Dispatch,
  NativeCall
};
