import type { Codec } from "@ledger/bcs";
import {
  type Address,
  bytesToHex,
  type ContractEvent,
  type EventHandle,
  formatAddress,
  formatStructTag,
  parseTypeTag,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type StructTag,
  structTagsEqual,
  type TypeTag,
  tableItemKey,
} from "@ledger/types";
import { DevnetError } from "../errors.ts";
import type { ResourcePlace, ResourceType } from "./resource-type.ts";
import type { SlotReader, SlotWrite } from "./slot.ts";

/** A table: where its items are and what they look like. */
export interface Table<K, V> {
  readonly handle: Address;
  readonly key: Codec<K>;
  readonly value: Codec<V>;
}

/** A kind of event. */
export interface EventType<T> {
  readonly tag: TypeTag;
  readonly codec: Codec<T>;
}

/** An event by the text of its type. */
export function eventType<T>(type: string, codec: Codec<T>): EventType<T> {
  return { tag: parseTypeTag(type), codec };
}

/**
 * What one transaction reads and what it would change: writes and events are collected, the state below is not touched.
 * Sessions stand on one another, so that an effect can be tried and dropped.
 */
export class Session implements SlotReader {
  readonly #base: SlotReader;
  readonly #writes = new Map<string, SlotWrite>();
  readonly #events: ContractEvent[] = [];

  constructor(base: SlotReader) {
    this.#base = base;
  }

  /** The changes so far: one per key, the last one counts. */
  get writes(): Iterable<SlotWrite> {
    return this.#writes.values();
  }

  /** The events so far. */
  get events(): readonly ContractEvent[] {
    return this.#events;
  }

  /** Takes over everything that a session on top of this one collected. */
  adopt(child: Session): void {
    for (const write of child.writes) this.writeSlot(write.key, write.value);
    this.#events.push(...child.events);
  }

  readSlot(key: Uint8Array): Uint8Array | undefined {
    const write = this.#writes.get(bytesToHex(key));
    return write === undefined ? this.#base.readSlot(key) : write.value;
  }

  /** Puts a value, or removes it when there is none. */
  writeSlot(key: Uint8Array, value: Uint8Array | undefined): void {
    this.#writes.set(bytesToHex(key), { key, value });
  }

  /** @returns a resource of an account; `undefined` when the account does not have it */
  find<T>(address: Address, type: ResourceType<T>): T | undefined {
    const bytes = this.#findBytes(address, type);
    return bytes && type.codec.decode(bytes);
  }

  /** Whether an account has a resource. */
  has(address: Address, place: ResourcePlace): boolean {
    return this.#findBytes(address, place) !== undefined;
  }

  /** @throws {@link DevnetError} `invalid_definition` when the account does not have the resource */
  read<T>(address: Address, type: ResourceType<T>): T {
    const value = this.find(address, type);
    if (value === undefined) {
      const text = `${formatAddress(address)} has no ${formatStructTag(type.tag)}`;
      throw new DevnetError("invalid_definition", text);
    }
    return value;
  }

  write<T>(address: Address, type: ResourceType<T>, value: T): void {
    const bytes = type.codec.encode(value);
    if (type.group === undefined) {
      this.writeSlot(resourceKey(address, type.tag), bytes);
      return;
    }
    const group = this.#readGroup(address, type.group);
    group.set(findMember(group, type.tag)?.[0] ?? type.tag, bytes);
    this.writeSlot(resourceGroupKey(address, type.group), ResourceGroup.encode(group));
  }

  /** Changes a resource that the account has. */
  update<T>(address: Address, type: ResourceType<T>, change: (value: T) => T): void {
    this.write(address, type, change(this.read(address, type)));
  }

  /** Removes a resource with a state value of its own, or with its whole group. */
  remove(address: Address, { tag, group }: ResourcePlace): void {
    const key = group === undefined ? resourceKey(address, tag) : resourceGroupKey(address, group);
    this.writeSlot(key, undefined);
  }

  /** @returns the item under a key; `undefined` when there is none */
  findItem<K, V>(table: Table<K, V>, key: K): V | undefined {
    const bytes = this.readSlot(tableItemKey(table.handle, table.key.encode(key)));
    return bytes && table.value.decode(bytes);
  }

  writeItem<K, V>(table: Table<K, V>, key: K, value: V): void {
    this.writeSlot(tableItemKey(table.handle, table.key.encode(key)), table.value.encode(value));
  }

  removeItem<K, V>(table: Table<K, V>, key: K): void {
    this.writeSlot(tableItemKey(table.handle, table.key.encode(key)), undefined);
  }

  /** Emits a module event. */
  emit<T>(type: EventType<T>, value: T): void {
    this.#events.push({ kind: "V2", value: { typeTag: type.tag, data: type.codec.encode(value) } });
  }

  /** Emits a handle event. @returns the handle with its counter moved on, to be stored where it came from */
  emitTo<T>(handle: EventHandle, type: EventType<T>, value: T): EventHandle {
    const { count, key } = handle;
    const data = type.codec.encode(value);
    this.#events.push({ kind: "V1", value: { key, sequenceNumber: count, typeTag: type.tag, data } });
    return { count: count + 1n, key };
  }

  #findBytes(address: Address, { tag, group }: ResourcePlace): Uint8Array | undefined {
    if (group === undefined) return this.readSlot(resourceKey(address, tag));
    return findMember(this.#readGroup(address, group), tag)?.[1];
  }

  #readGroup(address: Address, group: StructTag): Map<StructTag, Uint8Array> {
    const bytes = this.readSlot(resourceGroupKey(address, group));
    return new Map(bytes && ResourceGroup.decode(bytes));
  }
}

/** A member is found by meaning: the keys are objects, and two decoded tags are never the same one. */
function findMember(group: ReadonlyMap<StructTag, Uint8Array>, tag: StructTag): [StructTag, Uint8Array] | undefined {
  for (const member of group) if (structTagsEqual(member[0], tag)) return member;
  return undefined;
}
