import { createMoveCache, MoveView } from "@ledger/move";
import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { moduleKey } from "@ledger/types";
import { ModuleItems } from "../json/module-item.ts";
import { ModulePages } from "../json/module-pages.ts";

/**
 * The Move code of the ledger: gives a view of the modules as of a version. What views learn is shared between them by
 * content, so a view is cheap and never shows code of another version.
 */
export class LedgerCode {
  readonly #store: LedgerReader;
  readonly #cache = createMoveCache();
  /** The latest view given, with its version and its era: between two blocks all requests use the same. */
  #latest: { readonly version: bigint; readonly era: bigint | undefined; readonly view: MoveView } | undefined;
  /** The JSON of modules. */
  readonly items = new ModuleItems();
  /** Pages of modules. */
  readonly pages = new ModulePages();

  constructor(store: LedgerReader) {
    this.#store = store;
  }

  /** The code to read a record by: that of its version, or of the oldest one whose state is kept. */
  viewOfRecord(version: bigint, ledger: LedgerSummary): MoveView {
    const isPruned = version < ledger.oldestVersion;
    return this.viewAt(isPruned ? ledger.oldestVersion : version, ledger);
  }

  /** @param version - within what the store keeps, see `resolveVersion` */
  viewAt(version: bigint, { lastModuleVersion }: LedgerSummary): MoveView {
    // From the newest module write on, all versions have the same code.
    const era = version >= lastModuleVersion ? lastModuleVersion : undefined;
    if (this.#latest?.version === version && this.#latest.era === era) return this.#latest.view;
    const store = this.#store;
    const view = new MoveView(
      {
        findModule(address, name) {
          const stored = store.readState(version, moduleKey(address, name));
          return stored instanceof Promise ? stored.then((found) => found?.bytes) : stored?.bytes;
        },
      },
      this.#cache,
      era === undefined ? {} : { codeEra: era },
    );
    this.#latest = { version, era, view };
    return view;
  }
}
