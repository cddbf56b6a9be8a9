import { BcsError } from "@ledger/bcs";
import {
  type Awaitable,
  formatCanonicalStructTag,
  parseAddress,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type StateItem,
  type StateView,
  type StructTag,
  whenReady,
} from "@ledger/types";
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

/** Resources that are read by themselves, or as members of a group. */
interface ResourceEntry {
  readonly cell: Cell;
  readonly address: AddressText;
  readonly type: StructType;
  readonly layout: ValueLayout;
  readonly group: GroupEntry | undefined;
}

interface GroupEntry {
  readonly address: AddressText;
  readonly tag: StructTag;
  readonly isStored: boolean;
  readonly storedBytes: number;
  /** BCS of `StateValueMetadata`. */
  readonly metadata: Uint8Array | undefined;
  /** By the member's canonical text. */
  readonly members: ReadonlyMap<string, { readonly tag: StructTag; readonly bytes: Uint8Array }>;
  /** True if its size was counted with a member's. */
  isCounted: boolean;
}

/** The global resources that a session looked at, and what it did to them. */
export class GlobalStore {
  readonly #state: StateView;
  readonly #code: CodeView;
  readonly #layout: (type: Type) => Awaitable<ValueLayout>;
  /** True if the first member read of a group counts the whole group. */
  readonly #countsGroups: boolean;
  readonly #cells = new Map<StructType, Map<AddressText, Cell>>();
  readonly #entries: ResourceEntry[] = [];
  readonly #groups = new Map<string, GroupEntry>();

  constructor(state: StateView, code: CodeView, layout: (type: Type) => Awaitable<ValueLayout>, countsGroups: boolean) {
    this.#state = state;
    this.#code = code;
    this.#layout = layout;
    this.#countsGroups = countsGroups;
  }

  /** The cell of a resource, loaded. @throws {@link VmError} `FAILED_TO_DESERIALIZE_RESOURCE`, and as layouts */
  resource(address: AddressText, type: StructType): Awaitable<Cell> {
    return this.#cells.get(type)?.get(address) ?? this.#load(address, type);
  }

  #load(address: AddressText, type: StructType): Awaitable<Cell> {
    return whenReady(this.#layout(type), (layout) =>
      whenReady(this.#code.load(type.address, type.module), (module) => {
        const group = module.code.resourceGroupOf(type.name);
        if (group === undefined) {
          const item = this.#state.get(resourceKey(parseAddress(address), structToTag(type)));
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

  #group(address: AddressText, tag: StructTag): Awaitable<GroupEntry> {
    const key = `${address} ${textOf(tag)}`;
    return (
      this.#groups.get(key) ??
      whenReady(this.#state.get(resourceGroupKey(parseAddress(address), tag)), (item) => {
        const entry: GroupEntry = {
          address,
          tag,
          isStored: item !== undefined,
          storedBytes: item?.bytes.length ?? 0,
          metadata: item?.metadata,
          members: readMembers(item),
          isCounted: false,
        };
        this.#groups.set(key, entry);
        return entry;
      })
    );
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
      group: group?.tag,
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
      if (entry.group === undefined) changes.push(plainChange(entry));
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

const tagTexts = new WeakMap<StructTag, string>();

function textOf(tag: StructTag): string {
  let text = tagTexts.get(tag);
  if (text === undefined) {
    text = formatCanonicalStructTag(tag);
    tagTexts.set(tag, text);
  }
  return text;
}

const noMembers: GroupEntry["members"] = new Map();
/** Groups by their bytes: where the state is in memory, sessions after one another read the same array. */
const readGroups = new WeakMap<Uint8Array, GroupEntry["members"]>();

function readMembers(item: StateItem | undefined): GroupEntry["members"] {
  if (item === undefined) return noMembers;
  let members = readGroups.get(item.bytes);
  if (members === undefined) {
    members = decodeMembers(item);
    readGroups.set(item.bytes, members);
  }
  return members;
}

function decodeMembers(item: StateItem): GroupEntry["members"] {
  const members = new Map<string, { readonly tag: StructTag; readonly bytes: Uint8Array }>();
  try {
    for (const [tag, bytes] of ResourceGroup.decode(item.bytes)) {
      members.set(formatCanonicalStructTag(tag), { tag, bytes });
    }
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    throw new VmError("FAILED_TO_DESERIALIZE_RESOURCE", "a resource group does not decode");
  }
  return members;
}

function plainChange({ cell, address, type, layout }: ResourceEntry): StateChange {
  const { change, metadata, storedBytes } = cell;
  return {
    kind: "resource",
    change: change as StateChange["change"],
    key: resourceKey(parseAddress(address), structToTag(type)),
    bytes: cell.exists ? serializeValue(cell.slot[0]!, layout) : undefined,
    metadata,
    storedBytes,
  };
}

function groupChange(group: GroupEntry, changed: readonly ResourceEntry[]): StateChange {
  const members = new Map(group.members);
  for (const { cell, type, layout } of changed) {
    if (cell.exists) {
      members.set(type.text, { tag: structToTag(type), bytes: serializeValue(cell.slot[0]!, layout) });
    } else members.delete(type.text);
  }
  const isEmpty = members.size === 0;
  const bytes = isEmpty ? undefined : encodeMembers(members);
  // The next session need not decode what this one has encoded.
  if (bytes !== undefined) readGroups.set(bytes, members);
  return {
    kind: "group",
    change: group.isStored ? (isEmpty ? "delete" : "modify") : "new",
    key: resourceGroupKey(parseAddress(group.address), group.tag),
    bytes,
    metadata: group.metadata,
    storedBytes: group.storedBytes,
  };
}

function encodeMembers(members: GroupEntry["members"]): Uint8Array {
  return ResourceGroup.encode(new Map([...members.values()].map(({ tag, bytes }) => [tag, bytes])));
}
