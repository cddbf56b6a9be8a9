import type { LoadedModule, RunnableFunction } from "../code/loaded-module.ts";
import { VmError } from "../status/vm-error.ts";
import type { Entry, Frame } from "./frame.ts";

/**
 * The re-entrancy rule. Modules cannot depend on one another in a circle, so a module that is on the stack is entered again only
 * through a closure or a native dispatch: while there is none of these, there is nothing to count.
 *
 * @see Ledger specification, Move VM §3.6
 */
export class ModuleLocks {
  readonly #frames: readonly Frame[];
  #locks = 0;
  /** Frames that were entered through closures and dispatches. */
  #indirect = 0;

  constructor(frames: readonly Frame[]) {
    this.#frames = frames;
  }

  /** True if nothing on the stack can lead to a second entry. */
  get isIdle(): boolean {
    return this.#locks === 0 && this.#indirect === 0;
  }

  /** Before a frame is made. @throws {@link VmError} `RUNTIME_DISPATCH_ERROR` */
  enter(fn: RunnableFunction, entry: Entry): void {
    const locks = entry === "dispatch" || fn.locksModule;
    if (locks) this.#locks++;
    if (entry !== "call") this.#indirect++;
    if (this.#locks === 0 || (this.#indirect === 0 && !locks)) return;
    const caller = this.#frames.at(-1)?.instance.fn.module;
    if (fn.module === undefined || fn.module === caller || this.#entries(fn.module) === 0) return;
    throw new VmError("RUNTIME_DISPATCH_ERROR", `${fn.module.key} is called again while it is locked`, {
      placeless: entry !== "dispatch",
    });
  }

  /** Called when a frame returns. */
  leave(fn: RunnableFunction, entry: Entry): void {
    if (entry === "dispatch" || fn.locksModule) this.#locks--;
    if (entry !== "call") this.#indirect--;
  }

  /** Before a module's resource is touched. @throws {@link VmError} `RUNTIME_DISPATCH_ERROR` */
  checkStorage(module: LoadedModule): void {
    if (this.#indirect > 0 && this.#entries(module) > 1) {
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
