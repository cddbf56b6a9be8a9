import type { LoadedModule, RunnableFunction } from "../code/loaded-module.ts";
import { VmError } from "../status/vm-error.ts";
import type { Entry, Frame } from "./frame.ts";

/**
 * The re-entrancy rule: a module that is locked is not entered again, and one that was entered again touches no resource.
 *
 * A module that is on the stack is entered again through a closure or a native dispatch. By a plain call it is only where modules may
 * depend on one another in a circle: where the ledger loads them lazily, those of the special addresses left aside.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.6 | Specification, virtual machine 3.6}
 */
export class ModuleLocks {
  readonly #frames: readonly Frame[];
  readonly #hasCircles: boolean;
  #locks = 0;
  /** Frames that were entered through closures and dispatches. */
  #indirect = 0;

  /** @param hasCircles - whether modules may depend on one another in a circle */
  constructor(frames: readonly Frame[], hasCircles: boolean) {
    this.#frames = frames;
    this.#hasCircles = hasCircles;
  }

  /** True if nothing on the stack counts entries. */
  get isIdle(): boolean {
    return this.#locks === 0 && this.#indirect === 0;
  }

  /** Before a frame is made. @throws {@link VmError} `RUNTIME_DISPATCH_ERROR` */
  enter(fn: RunnableFunction, entry: Entry): void {
    if (entry === "dispatch" || fn.locksModule) this.#locks++;
    if (entry !== "call") this.#indirect++;
    if (this.#locks === 0) return;
    const caller = this.#frames.at(-1)?.instance.fn.module;
    if (fn.module === undefined || fn.module === caller || this.#entries(fn.module) === 0) return;
    const message = `${fn.module.key} is called again while it is locked`;
    if (entry === "dispatch") throw new VmError("RUNTIME_DISPATCH_ERROR", message);
    const error = new VmError("RUNTIME_DISPATCH_ERROR", message, { placeless: true });
    // The ledger blames no instruction, but names the module of the function that waits for the caller.
    const waiting = this.#frames.at(-2)?.instance.fn;
    if (waiting !== undefined) error.module = waiting.module?.name ?? "script";
    throw error;
  }

  /** Called when a frame returns. */
  leave(fn: RunnableFunction, entry: Entry): void {
    if (entry === "dispatch" || fn.locksModule) this.#locks--;
    if (entry !== "call") this.#indirect--;
  }

  /** Before a module's resource is touched. @throws {@link VmError} `RUNTIME_DISPATCH_ERROR` */
  checkStorage(module: LoadedModule): void {
    const mayReturn = this.#indirect > 0 || (this.#hasCircles && !module.isSpecial);
    if (mayReturn && this.#entries(module) > 1) {
      throw new VmError(
        "RUNTIME_DISPATCH_ERROR",
        `a resource of ${module.key} is accessed while its module is called again`,
      );
    }
  }

  /** How often a module was entered by what is on the stack. */
  #entries(module: LoadedModule): number {
    let count = 0;
    let before: LoadedModule | undefined;
    for (const { instance, entry } of this.#frames) {
      const current = instance.fn.module;
      if (current === module && (before !== module || entry === "closure")) count++;
      before = current;
    }
    return count;
  }
}
