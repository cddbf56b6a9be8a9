import { type ContractEvent, mapKey, type StateView } from "@ledger/types";
import { type Change, itemAfter, squash } from "./change.ts";

/** Changes by the texts of their keys. */
type ChangesByItem = ReadonlyMap<string, Change>;

/** Changes of the state and events, in a row of sessions. */
export class ChangeSet {
  readonly events: readonly ContractEvent[];
  readonly #changes: ChangesByItem;

  /** @param changes - at most one for each item */
  constructor(changes: Iterable<Change> | ChangesByItem = [], events: readonly ContractEvent[] = []) {
    this.#changes = changes instanceof Map ? changes : byItem(changes as Iterable<Change>);
    this.events = events;
  }

  /** Changes by their items, in no order that means anything. */
  get changes(): IterableIterator<Change> {
    return this.#changes.values();
  }

  /** True if code is among what changes. */
  get publishes(): boolean {
    for (const { item } of this.#changes.values()) if (item === "module") return true;
    return false;
  }

  /** The change of an item, if it has any. @param key - encoded state key */
  find(key: Uint8Array): Change | undefined {
    return this.#changes.size === 0 ? undefined : this.#changes.get(mapKey(key));
  }

  /**
   * These changes and then others, made on top of them.
   *
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.4 | Specification, execution 1.4}
   */
  followedBy(next: ChangeSet): ChangeSet {
    const changes = new Map(this.#changes);
    for (const [id, change] of next.#changes) {
      const before = changes.get(id);
      const both = before === undefined ? change : squash(before, change);
      if (both === undefined) changes.delete(id);
      else changes.set(id, both);
    }
    return new ChangeSet(changes, [...this.events, ...next.events]);
  }

  /** A state with these changes made. */
  over(state: StateView): StateView {
    if (this.#changes.size === 0) return state;
    return {
      get: (key) => {
        const change = this.find(key);
        return change === undefined ? state.get(key) : itemAfter(change);
      },
    };
  }
}

function byItem(changes: Iterable<Change>): ChangesByItem {
  const items = new Map<string, Change>();
  for (const change of changes) items.set(mapKey(change.key), change);
  return items;
}
