import { copyValue } from "../value/copy.ts";
import { type Origin, Reference, type Value } from "../value/value.ts";

/** The change that a session made to a cell, in terms of the state below. */
export type CellChange = "none" | "new" | "modify" | "delete";

/**
 * One global resource or table item in a session: the value now, and what has become of the one that was stored.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#4.1 | Specification, virtual machine 4.1}
 */
export class Cell implements Origin {
  /** Container of the references to the value: empty or one value. */
  readonly slot: Value[];
  /** Written through a reference, or put in place of a stored value. */
  dirty = false;
  /** True if the state has the item. */
  readonly stored: boolean;
  /** Bytes of the stored item; 0 when there is none. */
  readonly storedBytes: number;
  /** Bytes that the first look at the item is charged for: its own, and those of its group if that was not looked at before. */
  readonly loadedBytes: number;
  /** Slot metadata of the stored item: BCS of `StateValueMetadata`. */
  readonly metadata: Uint8Array | undefined;
  /** Until the first look was paid for; the code that charges clears it. */
  unpaid = true;
  /** True while the value is one that other sessions read, too: it is copied before it may change. */
  #isShared: boolean;

  constructor(
    stored:
      | {
          readonly value: Value;
          readonly bytes: number;
          readonly metadata?: Uint8Array | undefined;
          readonly isShared?: boolean;
        }
      | undefined,
    loadedBytes: number,
  ) {
    this.#isShared = stored?.isShared === true;
    this.loadedBytes = loadedBytes;
    this.stored = stored !== undefined;
    this.slot = stored === undefined ? [] : [stored.value];
    this.storedBytes = stored?.bytes ?? 0;
    this.metadata = stored?.metadata;
  }

  get exists(): boolean {
    return this.slot.length > 0;
  }

  /** A reference to the value, which must exist. Writes through it mark the cell. */
  borrow(): Reference {
    this.#own();
    return new Reference(this.slot, 0, this);
  }

  /** A reference to the value, which must exist, for code that writes nothing through it: verified code, to which it is no mutable one. */
  peek(): Reference {
    return new Reference(this.slot, 0, this);
  }

  /** Puts a value where none is. */
  put(value: Value): void {
    this.slot[0] = value;
    this.dirty = true;
  }

  /** Moves the value out, which must exist. */
  take(): Value {
    this.#own();
    return this.slot.pop()!;
  }

  /** The change that the session's end has to write. */
  get change(): CellChange {
    if (this.exists) return this.stored ? (this.dirty ? "modify" : "none") : "new";
    return this.stored ? "delete" : "none";
  }

  #own(): void {
    if (!this.#isShared) return;
    this.#isShared = false;
    this.slot[0] = copyValue(this.slot[0]!);
  }
}
