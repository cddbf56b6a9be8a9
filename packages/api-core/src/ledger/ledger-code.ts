import { createMoveCache, type ModuleResolver, type MoveCache, MoveView } from "@ledger/move";
import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { moduleKey } from "@ledger/types";
import { ModuleItems } from "./module-item.ts";
import { ModulePages } from "./module-pages.ts";

/**
 * The Move code of the ledger: gives a view of the modules as of a version. What views learn is shared between them by
 * content, so a view is cheap and never shows code of another version.
 */
export class LedgerCode {
  readonly #store: Pick<LedgerReader, "readState">;
  readonly #cache: MoveCache;
  /** True if views may skip reads that they have made for the same code before. */
  readonly #usesEras: boolean;
  /** The view of the newest code, and the picture of the ledger it was made for: all requests until the next block use it. */
  #newest: { readonly ledger: LedgerSummary; readonly view: MoveView } | undefined;
  /** The view that was last given of older code. */
  #past: { readonly version: bigint; readonly view: MoveView } | undefined;
  /** The token of the newest code, and what tells it from other code. */
  #era: { readonly name: string; readonly token: object } | undefined;
  /** The JSON of modules. */
  readonly items = new ModuleItems();
  /** Pages of modules. */
  readonly pages = new ModulePages();

  constructor(store: Pick<LedgerReader, "readState">, shared?: MoveCache) {
    this.#store = store;
    this.#cache = shared ?? createMoveCache();
    this.#usesEras = shared === undefined;
  }

  /** The same code, read through another reader that has to see every read. */
  tracking(store: Pick<LedgerReader, "readState">): LedgerCode {
    return new LedgerCode(store, this.#cache);
  }

  /** The code to read a record by: that of its version, or of the oldest one whose state is kept. */
  viewOfRecord(version: bigint, ledger: LedgerSummary): MoveView {
    const isPruned = version < ledger.oldestVersion;
    return this.viewAt(isPruned ? ledger.oldestVersion : version, ledger);
  }

  /**
   * An object that means the newest code of this ledger and of no other, for a machine that keeps modules between requests;
   * undefined where every read has to be made, so that it is seen.
   */
  era(ledger: LedgerSummary): object | undefined {
    if (!this.#usesEras) return undefined;
    const name = nameOfEra(ledger);
    if (this.#era?.name !== name) this.#era = { name, token: {} };
    return this.#era.token;
  }

  /** A view of code that is no version's own. */
  viewOn(resolver: ModuleResolver): MoveView {
    return new MoveView(resolver, this.#cache);
  }

  /** @param version - within what the store keeps, see `resolveVersion` */
  viewAt(version: bigint, ledger: LedgerSummary): MoveView {
    if (version < ledger.lastModuleVersion) {
      if (this.#past?.version !== version) {
        this.#past = { version, view: new MoveView(this.#resolverAt(version), this.#cache) };
      }
      return this.#past.view;
    }
    // From the newest module write on all versions have the same code, so it is read where pruning comes last.
    if (this.#newest?.ledger !== ledger) {
      const options = this.#usesEras ? { codeEra: nameOfEra(ledger) } : {};
      this.#newest = { ledger, view: new MoveView(this.#resolverAt(ledger.version), this.#cache, options) };
    }
    return this.#newest.view;
  }

  #resolverAt(version: bigint): ModuleResolver {
    return {
      findModule: (address, name) => {
        const stored = this.#store.readState(version, moduleKey(address, name));
        return stored instanceof Promise ? stored.then((found) => found?.bytes) : stored?.bytes;
      },
    };
  }
}

/** A ledger that has lost blocks may have other code of the same version. */
function nameOfEra({ lastModuleVersion, incarnation }: LedgerSummary): string {
  return `${lastModuleVersion} ${incarnation ?? ""}`;
}
