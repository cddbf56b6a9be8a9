import {
  type Address,
  type Awaitable,
  formatAddressLong,
  mapKey,
  parseAddress,
  type StateItem,
  type StateView,
  sha3_256,
  tableItemKey,
  whenReady,
} from "@ledger/types";
import type { AddressText } from "../address.ts";
import { Cell } from "../port/cell.ts";
import type { NewTable, SessionChange, StateChange } from "../port/changes.ts";
import type { SessionContext } from "../port/context.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import type { TypeTable } from "../type/type-table.ts";
import { deserializeValue } from "../value/deserialize.ts";
import type { ValueLayout } from "../value/layout.ts";
import { serializeValue } from "../value/serialize.ts";

interface ItemEntry {
  readonly cell: Cell;
  readonly handle: AddressText;
  readonly key: Uint8Array;
  readonly layout: ValueLayout;
}

/** The table items that a session looked at, and the tables that it made. */
export class TableStore {
  readonly newTables: NewTable[] = [];
  readonly #state: StateView;
  readonly #types: TypeTable;
  readonly #context: Pick<SessionContext, "sessionHash">;
  readonly #cells = new Map<string, Cell>();
  readonly #entries: ItemEntry[] = [];
  readonly #made = new Set<AddressText>();

  constructor(state: StateView, types: TypeTable, context: Pick<SessionContext, "sessionHash">) {
    this.#state = state;
    this.#types = types;
    this.#context = context;
  }

  /** Makes a table. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
  create(keyType: Type, valueType: Type): AddressText {
    const handle = tableHandle(this.#context.sessionHash, this.newTables.length);
    this.newTables.push({ handle, keyType, valueType });
    this.#made.add(handle);
    return handle;
  }

  /** The cell of an item, loaded. @throws {@link VmError} `VM_EXTENSION_ERROR` for bytes that do not decode */
  item(handle: AddressText, key: Uint8Array, layout: ValueLayout): Awaitable<Cell> {
    const name = itemName(handle, key);
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const item = this.#made.has(handle) ? undefined : this.#state.get(tableItemKey(parseAddress(handle), key));
    return whenReady(item, (found) => this.#cells.get(name) ?? this.#keep(name, handle, key, layout, found));
  }

  #keep(name: string, handle: AddressText, key: Uint8Array, layout: ValueLayout, item: StateItem | undefined): Cell {
    let cell = new Cell(undefined, 0);
    if (item !== undefined) {
      const value = deserializeValue(item.bytes, layout, this.#types);
      if (value === undefined) throw new VmError("VM_EXTENSION_ERROR", "a table item does not decode");
      cell = new Cell({ value, bytes: item.bytes.length, metadata: item.metadata }, item.bytes.length);
    }
    this.#cells.set(name, cell);
    this.#entries.push({ cell, handle, key, layout });
    return cell;
  }

  /** Changes that the session made. */
  changes(): SessionChange[] {
    return this.changed().map(({ cell, handle, key, layout }) => ({
      kind: "tableItem",
      handle,
      key,
      value: cell.exists ? serializeValue(cell.slot[0]!, layout) : undefined,
    }));
  }

  /** Items that the session changed. */
  changed(): ItemEntry[] {
    return this.#entries.filter(({ cell }) => cell.change !== "none");
  }

  /** The same by state key. */
  stateChanges(): StateChange[] {
    return this.changed().map(({ cell, handle, key, layout }) => ({
      kind: "tableItem",
      change: cell.change as StateChange["change"],
      key: tableItemKey(parseAddress(handle), key),
      bytes: cell.exists ? serializeValue(cell.slot[0]!, layout) : undefined,
      metadata: cell.metadata,
      storedBytes: cell.storedBytes,
    }));
  }
}

/** The handle of a session's table number `index`. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12} */
function tableHandle(sessionHash: Uint8Array, index: number): AddressText {
  const bigEndian = Uint8Array.of(index >>> 24, index >>> 16, index >>> 8, index);
  const hash: Uint8Array = sha3_256(sessionHash, bigEndian);
  return formatAddressLong(hash as Address);
}

function itemName(handle: AddressText, key: Uint8Array): string {
  return handle + mapKey(key);
}
