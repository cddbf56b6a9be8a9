import { createMoveCache, type ModuleResolver, type MoveCache, MoveView } from "@ledger/move";
import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { type Address, moduleKey } from "@ledger/types";
import { ModuleItems } from "../json/module-item.ts";

/** Views of versions before the newest module write that are kept at hand. */
const KEPT_OLD_VIEWS = 16;

/**
 * The Move code of the ledger: gives a view of the modules as of a version. Layouts are shared between versions by
 * content, so that a view is cheap and never shows code of another version.
 */
export class ModuleCode {
  readonly #store: LedgerReader;
  readonly #cache: MoveCache = createMoveCache?.();
  /** The JSON of modules. */
  readonly items = new ModuleItems();
  readonly #oldViews = new Map<bigint, MoveView>();
  #current: { readonly since: bigint; readonly resolver: CurrentModules; readonly view: MoveView } | undefined;

  constructor(store: LedgerReader) {
    this.#store = store;
  }

  /** @param version - resolved: within what the store keeps at the moment of the request */
  viewAt(version: bigint, ledger: LedgerSummary): MoveView {
    return version >= ledger.lastModuleVersion ? this.#currentView(ledger) : this.#oldView(version);
  }

  /** Every version from the newest module write on has the same code: one view serves them all. */
  #currentView(ledger: LedgerSummary): MoveView {
    if (this.#current === undefined || this.#current.since !== ledger.lastModuleVersion) {
      const resolver = new CurrentModules(this.#store, ledger.version);
      const view = new MoveView(resolver, this.#cache);
      this.#current = { since: ledger.lastModuleVersion, resolver, view };
    }
    // Reading at the newest version keeps the view clear of pruning.
    this.#current.resolver.advance(ledger.version);
    return this.#current.view;
  }

  #oldView(version: bigint): MoveView {
    const kept = this.#oldViews.get(version);
    if (kept !== undefined) return kept;
    const view = new MoveView(
      { findModule: async (address, name) => (await this.#store.readState(version, moduleKey(address, name)))?.bytes },
      this.#cache,
    );
    if (this.#oldViews.size >= KEPT_OLD_VIEWS) this.#oldViews.delete(this.#oldViews.keys().next().value as bigint);
    this.#oldViews.set(version, view);
    return view;
  }
}

class CurrentModules implements ModuleResolver {
  readonly #store: LedgerReader;
  #version: bigint;

  constructor(store: LedgerReader, version: bigint) {
    this.#store = store;
    this.#version = version;
  }

  advance(version: bigint): void {
    if (version > this.#version) this.#version = version;
  }

  async findModule(address: Address, name: string): Promise<Uint8Array | undefined> {
    return (await this.#store.readState(this.#version, moduleKey(address, name)))?.bytes;
  }
}
