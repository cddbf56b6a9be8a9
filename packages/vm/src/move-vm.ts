import type { StateView } from "@ledger/types";
import type { VmEnvironment } from "./environment/environment.ts";
import { EnvironmentCache } from "./environment/read-environment.ts";
import type { NativeTable } from "./port/native.ts";
import type { Session } from "./port/session.ts";
import { CodeCache } from "./session/code-cache.ts";
import { MoveSession, type SessionOptions } from "./session/move-session.ts";

/** Options of {@link MoveVm}. */
export interface MoveVmOptions {
  /** Natives that code may call: `frameworkNatives` of `@ledger/vm/natives`, or fewer. */
  readonly natives: NativeTable;
}

/**
 * A machine. Make one and keep it: what it learns of modules serves every later session in the same environment, so keep the
 * environment too for as long as its rules are in force.
 */
export class MoveVm {
  readonly #natives: NativeTable;
  readonly #environments = new EnvironmentCache();
  readonly #caches = new WeakMap<VmEnvironment, CodeCache>();

  constructor({ natives }: MoveVmOptions) {
    this.#natives = natives;
  }

  /**
   * The environment of a state: for the same rules the same object, whichever ledger, epoch or branch has them.
   *
   * @throws what the state throws; `BcsError` when a resource does not decode
   */
  readEnvironment(state: StateView): Promise<VmEnvironment> {
    return this.#environments.read(state);
  }

  /** A session over a state. */
  createSession(options: SessionOptions): Session {
    const { environment } = options;
    let cache = this.#caches.get(environment);
    if (cache === undefined || cache.types.isFull) {
      cache = new CodeCache(environment, this.#natives);
      this.#caches.set(environment, cache);
    }
    return new MoveSession(cache, options);
  }
}
