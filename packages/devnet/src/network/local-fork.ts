import { createMoveCache, MoveView } from "@ledger/move";
import type { MissingState } from "@ledger/state-store";
import { StateCompleter, type StateCompleterOptions } from "@ledger/sync";
import {
  type FindModule,
  type ForkCache,
  ForkError,
  type ForkOptions,
  type ForkPoint,
  type ForkSource,
  fetchedValue,
  folderForkCache,
  openFork,
} from "@ledger/sync/fork";
import type { StructTag } from "@ledger/types";

/** Another network's ledger to go on with, see {@link LocalNetworkOptions.fork}. */
export interface LocalForkOptions extends Omit<ForkOptions, "findGroup" | "cache" | "pacing"> {
  /**
   * A folder that keeps what was fetched, by chain and version, fit to be committed; or what keeps it elsewhere. It is written when the
   * network is closed.
   */
  readonly cache?: string | ForkCache | undefined;
}

/** The group that holds a resource, by code at the fork point. */
export function findForkedGroup(tag: StructTag, findModule: FindModule): Promise<StructTag | undefined> {
  return new MoveView({ findModule }, createMoveCache()).resourceGroupOf(tag);
}

/** A fork as a local network uses it. */
export class LocalFork {
  readonly source: ForkSource;
  readonly #life = new AbortController();
  #fault: ForkError | undefined;

  private constructor(source: ForkSource) {
    this.source = {
      point: source.point,
      name: source.name,
      state: source.state,
      findGroup: source.findGroup,
      flush: () => source.flush(),
      get: (key) => source.get(key).catch((error: unknown) => this.#note(error)),
    };
  }

  /** @throws ForkError */
  static async open({ cache, ...options }: LocalForkOptions): Promise<LocalFork> {
    const kept = typeof cache === "string" ? folderForkCache(cache) : cache;
    return new LocalFork(await openFork({ ...options, cache: kept, findGroup: findForkedGroup }));
  }

  get point(): ForkPoint {
    return this.source.point;
  }

  /** Why state could not be had since this was last asked. */
  takeFault(): ForkError | undefined {
    const fault = this.#fault;
    this.#fault = undefined;
    return fault;
  }

  /** Makes a ledger know the state that it misses. */
  completes(store: StateCompleterOptions["store"]): (missing: MissingState) => Promise<void> {
    const { get, state, findGroup, point, name } = this.source;
    const completer = new StateCompleter({
      store,
      upstreams: {
        ...state,
        // Read by the one that takes note of what goes wrong.
        readState: async (key) => fetchedValue(await get(key), name),
      },
      findGroup,
      pinnedVersion: point.version,
      signal: this.#life.signal,
    });
    return (missing) => completer.complete(missing);
  }

  /** Keeps what was fetched. */
  async close(): Promise<void> {
    this.#life.abort();
    await this.source.flush();
  }

  #note(error: unknown): never {
    if (error instanceof ForkError) this.#fault = error;
    throw error;
  }
}
