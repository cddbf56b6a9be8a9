import { type Awaitable, type StateItem, type StateView, whenReady } from "@ledger/types";
import type { AddressText } from "../address.ts";
import { Cell } from "../port/cell.ts";
import type { SessionChange, StateChange } from "../port/changes.ts";
import { VmError } from "../status/vm-error.ts";
import type { StructType, Type } from "../type/type.ts";
import { structToTag } from "../type/type-table.ts";
import { deserializeValue } from "../value/deserialize.ts";
import type { ValueLayout } from "../value/layout.ts";
import { serializeValue } from "../value/serialize.ts";
import type { Value } from "../value/value.ts";
import type { CodeView } from "./code-view.ts";
import { changeMembers, encodeMembers, type GroupMembers, readMembers } from "./group-members.ts";
import type { ResourceKeys } from "./resource-keys.ts";

/** Resources that are read by themselves, or as members of a group. */
interface ResourceEntry {
  readonly cell: Cell;
  readonly address: AddressText;
  readonly type: StructType;
  readonly layout: ValueLayout;
  readonly group: GroupEntry | undefined;
}

interface GroupEntry {
  readonly key: Uint8Array;
  /** The group's container. */
  readonly type: StructType;
  readonly isStored: boolean;
  readonly storedBytes: number;
  /** BCS of `StateValueMetadata`. */
  readonly metadata: Uint8Array | undefined;
  readonly members: GroupMembers;
  /** True if its size was counted with a member's. */
  isCounted: boolean;
}

/** The global resources that a session looked at, and what it did to them. */
export class GlobalStore {
  readonly #state: StateView;
  readonly #code: CodeView;
  readonly #keys: ResourceKeys;
  readonly #layout: (type: Type) => Awaitable<ValueLayout>;
  /** True if the first member read of a group counts the whole group. */
  readonly #countsGroups: boolean;
  readonly #cells = new Map<StructType, Map<AddressText, Cell>>();
  readonly #entries: ResourceEntry[] = [];
  readonly #groups = new Map<StructType, Map<AddressText, GroupEntry>>();

  constructor(state: StateView, code: CodeView, layout: (type: Type) => Awaitable<ValueLayout>, countsGroups: boolean) {
    this.#state = state;
    this.#code = code;
    this.#keys = code.cache.keys;
    this.#layout = layout;
    this.#countsGroups = countsGroups;
  }

  /** The cell of a resource, loaded. @throws {@link VmError} `FAILED_TO_DESERIALIZE_RESOURCE`, and as layouts */
  resource(address: AddressText, type: StructType): Awaitable<Cell> {
    return this.#cells.get(type)?.get(address) ?? this.#load(address, type);
  }

  #load(address: AddressText, type: StructType): Awaitable<Cell> {
    return whenReady(this.#layout(type), (layout) =>
      whenReady(this.#code.home(type), (module) => {
        const group = this.#code.cache.groupOf(module, type);
        if (group === undefined) {
          const item = this.#state.get(this.#keys.resource(address, type));
          return whenReady(item, (found) =>
            this.#keep(address, type, layout, undefined, found, found?.bytes.length ?? 0),
          );
        }
        return whenReady(this.#group(address, group), (entry) => {
          const member = entry.members.get(type.text);
          const bytes = (member?.bytes.length ?? 0) + (entry.isCounted || !this.#countsGroups ? 0 : entry.storedBytes);
          entry.isCounted = true;
          return this.#keep(address, type, layout, entry, member, bytes);
        });
      }),
    );
  }

  #group(address: AddressText, type: StructType): Awaitable<GroupEntry> {
    let byAddress = this.#groups.get(type);
    if (byAddress === undefined) {
      byAddress = new Map();
      this.#groups.set(type, byAddress);
    }
    return byAddress.get(address) ?? this.#readGroup(byAddress, address, type);
  }

  #readGroup(known: Map<AddressText, GroupEntry>, address: AddressText, type: StructType): Awaitable<GroupEntry> {
    const key = this.#keys.group(address, type);
    return whenReady(this.#state.get(key), (item) => {
      const entry: GroupEntry = {
        key,
        type,
        isStored: item !== undefined,
        storedBytes: item?.bytes.length ?? 0,
        metadata: item?.metadata,
        members: readMembers(item),
        isCounted: false,
      };
      known.set(address, entry);
      return entry;
    });
  }

  #keep(
    address: AddressText,
    type: StructType,
    layout: ValueLayout,
    group: GroupEntry | undefined,
    item: StateItem | undefined,
    loadedBytes: number,
  ): Cell {
    let byAddress = this.#cells.get(type);
    if (byAddress === undefined) {
      byAddress = new Map();
      this.#cells.set(type, byAddress);
    }
    const known = byAddress.get(address);
    if (known !== undefined) return known;
    let cell = new Cell(undefined, loadedBytes);
    if (item !== undefined) {
      const { bytes, metadata } = item;
      const value = this.#valueOf(bytes, layout);
      if (value === undefined) {
        throw new VmError("FAILED_TO_DESERIALIZE_RESOURCE", `${type.text} at ${address} does not decode`);
      }
      cell = new Cell({ value, bytes: bytes.length, metadata, isShared: true }, loadedBytes);
    }
    byAddress.set(address, cell);
    this.#entries.push({ cell, address, type, layout, group });
    return cell;
  }

  /** The value that bytes hold. It is shared with other sessions. */
  #valueOf(bytes: Uint8Array, layout: ValueLayout): Value | undefined {
    const { values, types } = this.#code.cache;
    const known = values.get(bytes);
    if (known?.layout === layout) return known.value;
    const value = deserializeValue(bytes, layout, types);
    if (value !== undefined) values.set(bytes, { layout, value }, 1 + (bytes.length >> 10));
    return value;
  }

  /** Resources that the session changed. */
  changed(): ResourceEntry[] {
    return this.#entries.filter(({ cell }) => cell.change !== "none");
  }

  /** Changes that the session made. */
  changes(): SessionChange[] {
    return this.changed().map(({ cell, address, type, layout, group }) => ({
      kind: "resource",
      address,
      type,
      group: group && structToTag(group.type),
      value: cell.exists ? serializeValue(cell.slot[0]!, layout) : undefined,
    }));
  }

  /** The same by state key. */
  stateChanges(): StateChange[] {
    const changes: StateChange[] = [];
    const groups = new Map<GroupEntry, ResourceEntry[]>();
    for (const entry of this.#entries) {
      const { change } = entry.cell;
      if (change === "none") continue;
      if (entry.group === undefined) changes.push(plainChange(entry, this.#keys));
      else {
        const members = groups.get(entry.group) ?? [];
        members.push(entry);
        groups.set(entry.group, members);
      }
    }
    for (const [group, members] of groups) changes.push(groupChange(group, members));
    return changes;
  }
}

function plainChange({ cell, address, type, layout }: ResourceEntry, keys: ResourceKeys): StateChange {
  const { change, metadata, storedBytes } = cell;
  return {
    kind: "resource",
    change: change as StateChange["change"],
    key: keys.resource(address, type),
    bytes: cell.exists ? serializeValue(cell.slot[0]!, layout) : undefined,
    metadata,
    storedBytes,
  };
}

function groupChange(group: GroupEntry, changed: readonly ResourceEntry[]): StateChange {
  const members = changeMembers(
    group.members,
    changed.map(({ cell, type, layout }) => [type, cell.exists ? serializeValue(cell.slot[0]!, layout) : undefined]),
  );
  const isEmpty = members.size === 0;
  return {
    kind: "group",
    change: group.isStored ? (isEmpty ? "delete" : "modify") : "new",
    key: group.key,
    bytes: isEmpty ? undefined : encodeMembers(members),
    metadata: group.metadata,
    storedBytes: group.storedBytes,
  };
}
